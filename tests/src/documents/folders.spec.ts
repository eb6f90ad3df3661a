import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { DOORS } from '../structure/rules.ts';

const CONTEXTS = 'command-api/src';

/** Folders with a row in the table of ARCHITECTURE.md. */
const listed = [...readFileSync(join(projectRoot, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([^`]+)\/` /gm)].map(
  ([, folder = '']) => folder,
);

test('the architecture lists no folder twice and no missing one', () => {
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([]);
});

test('the architecture lists the folder of each workspace', () => {
  const { workspaces } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    readonly workspaces: readonly string[];
  };
  const folders = new Set(workspaces.map((path) => path.replace(/\/.*/, '')));
  expect([...folders].filter((folder) => !listed.includes(folder))).toEqual([]);
});

test('the architecture lists the folders of the command API', () => {
  const folders = readdirSync(join(projectRoot, CONTEXTS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${CONTEXTS}/${name}`);
  const rows = listed.filter((folder) => folder.startsWith(`${CONTEXTS}/`));
  expect(rows.sort()).toEqual(folders.sort());
});

const MAX_LINES = 10;

test('each context of the command API has a README of at most ten lines', () => {
  const lines = Object.fromEntries(
    DOORS.map((name) => {
      const path = join(projectRoot, CONTEXTS, name, 'README.md');
      return [name, existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : Infinity];
    }),
  );
  expect(Object.entries(lines).filter(([, count]) => count > MAX_LINES)).toEqual([]);
});
