import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isSlow = ({ moduleId }: TestSpecification): boolean => /\.slow(?:\.journey)?\.test\.ts$/.test(moduleId);

/**
 * Vitest's order within each suite, but files named `*.slow.test.ts` first: one that begins last leaves a core idle.
 * Vitest knows durations only after a first run, and on a clean clone sorts by file size.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const suites = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...suites.values()].flatMap((suite) => suite.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a))));
  }
}
