import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const EDGE = ['http', 'sandbox'];

function importsOf(file: string): string[] {
  const specifiers = readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm);
  return [...specifiers].map(([, name = '']) => (name.startsWith('.') ? join(file, '..', name) : name));
}

const files = globSync('**/*.ts', { cwd: root });
const folderOf = (path: string): string => path.split(sep)[0] ?? '';
const found = (of: (folder: string) => boolean, isWrong: (imported: string) => boolean): string[] =>
  files
    .filter((file) => of(folderOf(file)))
    .flatMap((file) =>
      importsOf(file)
        .filter(isWrong)
        .map((imported) => `${file} imports ${imported}`),
    );

const isFramework = (name: string): boolean => /^(?:express|helmet|cookie|pino-http)\b/.test(name);
const isContext = (name: string): boolean => name.endsWith('.ts') && !['http', 'kernel'].includes(folderOf(name));

test('only the edge and the sandbox know the framework', () => {
  expect(found((folder) => EDGE.includes(folder), isFramework)).not.toEqual([]);
  expect(found((folder) => !EDGE.includes(folder), isFramework)).toEqual([]);
});

test('the edge imports no context', () => {
  expect(found((folder) => folder === 'http', isContext)).toEqual([]);
});
