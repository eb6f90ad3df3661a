import { dirname } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ICruiseResult } from 'dependency-cruiser';
import { findCircles } from './circles.ts';
import { cruiseProject, sourcesOf } from './graph.ts';
import { rules } from './rules.ts';

const MAX_FILES = 15;

/** Folders still to be split. This list only shrinks. */
const KNOWN_LARGE_FOLDERS = ['tests/src/acceptance', 'tests/src/browser', 'tests/src/faults', 'tests/src/support'];

let project: ICruiseResult;
beforeAll(async () => {
  project = await cruiseProject(rules);
}, 600_000);

test.for(rules.map(({ name = '' }) => name))('%s', (name) => {
  const broken = project.summary.violations.filter(({ rule }) => rule.name === name);
  expect(broken.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('no files and folders side by side import each other in a circle', () => {
  const files = sourcesOf(project.modules).map(({ source, dependencies }) => ({
    path: source,
    imports: dependencies.map(({ resolved }) => resolved),
  }));
  expect(findCircles(files)).toEqual({});
});

test(`no folder has more than ${MAX_FILES} source files`, () => {
  const counts = new Map<string, number>();
  for (const { source } of sourcesOf(project.modules)) {
    counts.set(dirname(source), (counts.get(dirname(source)) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder);
  expect(large.sort()).toEqual(KNOWN_LARGE_FOLDERS);
});
