import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { SlowFirst } from './slow-first.ts';

const folder = join(projectRoot, 'tests/src');

test("slow files of each suite come first, and the others keep vitest's order", async () => {
  const suites = ['faults', 'browser'].map((name, groupOrder) => ({ name, config: { sequence: { groupOrder } } }));
  const specifications = [
    [0, 'faults/short.test.ts', 2],
    [1, 'browser/short.test.ts', 9],
    [1, 'browser/pseudo.slow.test.ts', 1],
    [0, 'faults/shorter.test.ts', 1],
    [0, 'faults/saves.slow.test.ts', 1],
    [0, 'faults/cuts.slow.journey.test.ts', 0],
  ].map(([suite, file, duration]) => ({
    project: suites[Number(suite)],
    moduleId: join(folder, String(file)),
    duration,
  })) as unknown as TestSpecification[];
  const cache = { getTestSpecificationResult: ({ duration }: { duration: number }) => ({ duration, failed: false }) };

  const sorted = await new SlowFirst({ cache } as unknown as Vitest).sort(specifications);
  expect(sorted.map(({ moduleId }) => moduleId.slice(folder.length + 1))).toEqual([
    'faults/saves.slow.test.ts',
    'faults/cuts.slow.journey.test.ts',
    'faults/short.test.ts',
    'faults/shorter.test.ts',
    'browser/pseudo.slow.test.ts',
    'browser/short.test.ts',
  ]);
});
