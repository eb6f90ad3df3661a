import { relative } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds of the longest test files on two cores. One that begins last leaves a core idle as long. Vitest knows
 * durations only after a first run, and on a clean clone goes by file size.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'conformance/message-bus/postgres.test.ts': 43,
  'conformance/message-bus/postgres-processes.test.ts': 31,
  'conformance/event-store/subscriber-stalled.test.ts': 70,
  'conformance/event-store/kurrentdb-trouble.test.ts': 30,
  'acceptance/site-documents.test.ts': 79,
  'acceptance/models.test.ts': 46,
  'acceptance/auth-closing.test.ts': 42,
  'acceptance/replay.journey.test.ts': 29,
  'faults/saves.test.ts': 145,
  'faults/members-added.test.ts': 140,
  'faults/pictures.test.ts': 138,
  'faults/projections-rebuild.test.ts': 129,
  'faults/cut-connections.journey.test.ts': 115,
  'faults/launcher.test.ts': 103,
  'faults/projections.test.ts': 70,
  'faults/projections-product.test.ts': 67,
  'faults/ledger-audit.test.ts': 60,
  'faults/replays.test.ts': 54,
  'browser/site-drawn.test.ts': 330,
  'browser/bulk.test.ts': 116,
  'browser/pseudo.test.ts': 110,
  'browser/users.test.ts': 109,
};

const secondsOf = ({ moduleId }: TestSpecification): number =>
  SECONDS[relative(`${projectRoot}/tests/src`, moduleId)] ?? 0;

/** Vitest's order within each suite, but with the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const suites = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...suites.values()].flatMap((suite) => suite.toSorted((a, b) => secondsOf(b) - secondsOf(a)));
  }
}
