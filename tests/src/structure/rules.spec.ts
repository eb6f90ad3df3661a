import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCircles } from './circles.ts';
import { cruiseFiles } from './graph.ts';
import { ADAPTERS, CONTEXTS, DOORS, rules, WORKSPACES } from './rules.ts';

async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A name in the table that the entry may not import. */
const forbiddenTo = (table: Readonly<Record<string, readonly string[]>>, name: string): string =>
  Object.keys(table).find((other) => other !== name && !table[name]?.includes(other)) ?? '';

test('reports each rule that a project breaks', async () => {
  const everyWorkspace = Object.keys(WORKSPACES).map((name) => [
    `${name}/src/wrong.ts`,
    `import type { X } from '../../${forbiddenTo(WORKSPACES, name)}/src/part.ts'; export type Y = X;`,
  ]);
  const everyContext = Object.keys(CONTEXTS).map((name) => [
    `command-api/src/${name}/wrong.ts`,
    `export const load = () => import('../${forbiddenTo(CONTEXTS, name)}/part.ts');`,
  ]);
  const everyDoor = DOORS.map((name) => [
    `tests/src/past-${name}.ts`,
    `import '../../command-api/src/${name}/part.ts';`,
  ]);
  const everyPart = [
    ...Object.keys(WORKSPACES).map((name) => `${name}/src/part.ts`),
    ...Object.keys(CONTEXTS).map((name) => `command-api/src/${name}/part.ts`),
  ].map((path) => [path, 'export type X = string;']);
  const everyPackage = Object.keys(ADAPTERS).map((name) => [
    `node_modules/${name}/${name.startsWith('@') ? 'api/' : ''}index.js`,
    'export default 1;',
  ]);
  const folder = await project({
    ...Object.fromEntries([...everyWorkspace, ...everyContext, ...everyDoor, ...everyPart, ...everyPackage]),
    'schemas/src/io.ts': "import 'node:fs';",
    'scene/src/io.ts': "import 'node:fs';",
    'client/src/lost.ts': "import './missing.ts';",
    'client/src/one.ts': "import type { Two } from './two.ts'; export type One = Two;",
    'client/src/two.ts': "import type { One } from './one.ts'; export type Two = One;",
    'command-api/src/transaction/domain/wrong.ts': "import '../part.ts';",
    'command-api/src/unknown/new.ts': "import '../kernel/part.ts';",
    'client/src/adapters.ts': "import 'stripe'; import '@opentelemetry/api';",
  });
  const { summary } = await cruiseFiles(folder, ['.'], rules);
  const broken = new Set(summary.violations.map(({ rule }) => rule.name));
  expect([...broken].sort()).toEqual(rules.map(({ name }) => name ?? '').sort());
});

const file = (path: string, ...imports: string[]) => ({ path, imports });

test('a folder forms a circle with the file beside it that imports it', () => {
  const line = [file('a/one.ts', 'a/b/two.ts'), file('a/b/two.ts', 'a/three.ts'), file('a/b/four.ts', 'a/b/two.ts')];
  expect(findCircles(line)).toEqual({});
  expect(findCircles([...line, file('a/three.ts', 'a/b/four.ts')])).toEqual({ a: [['b', 'three.ts']] });
  expect(findCircles([file('c/d/x.ts', 'c/e/y.ts'), file('c/e/z.ts', 'c/d/w.ts')])).toEqual({ c: [['d', 'e']] });
});
