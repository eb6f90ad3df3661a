import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemOf } from '../../../scripts/commit-subject.mjs';

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: projectRoot });

test.for(workflows)('%s parses, has minimal permissions and pins its actions', async (path) => {
  const text = await read(path);
  const { on, jobs, permissions } = parse(text) as Record<string, unknown>;
  expect([on, jobs, permissions]).not.toContain(undefined);
  const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
});

test.for(workflows)('%s runs npm scripts that exist', async (path) => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const called = [...(await read(path)).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name ?? '');
  expect(called.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('regression: a release left out the library for Node and the command line', async () => {
  const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: string[] };
  const packages = await Promise.all(
    workspaces.map(async (folder) => ({ folder, text: await read(`${folder}/package.json`) })),
  );
  const published = packages.filter(({ text }) => !text.includes('"private": true')).map(({ folder }) => folder);
  const packed = [...(await read('.github/workflows/release.yml')).matchAll(/--workspace (\S+)/g)];
  expect(new Set(packed.map(([, folder]) => folder))).toEqual(new Set(published));
});

test.for(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: projectRoot }))('%s is a valid form', async (path) => {
  const form = parse(await read(path)) as Record<string, unknown>;
  expect(form['body'] ?? form['contact_links']).toBeInstanceOf(Array);
});

test('code owners name each context, and only folders that exist', async () => {
  const owned = [...(await read('.github/CODEOWNERS')).matchAll(/^\/(\S+)\//gm)].map(([, folder = '']) => folder);
  expect(owned.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([]);
  const contexts = globSync('command-api/src/*/index.ts', { cwd: projectRoot }).map(dirname);
  expect(contexts.filter((folder) => !owned.includes(folder))).toEqual([]);
});

test.for([
  ['Refuse a form that is cut short', undefined],
  ['Revert "Refuse a form"', undefined],
  ['Refuse a form that is cut short, and one that has no boundary, and more too', 'has 75 characters; the limit is 72'],
  ['Refuses are told.', 'ends with a full stop'],
  ['refuse a form', 'does not begin with a capital letter'],
  ['Added a form', 'begins with "Added"; use the imperative'],
] as const)('commit subject %j: %s', ([subject, problem]) => {
  expect(problemOf(subject)).toBe(problem);
});
