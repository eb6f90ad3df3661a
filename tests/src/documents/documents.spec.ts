/** Files named in documents must exist. */
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
const find = (pattern: string): string[] =>
  globSync(pattern, {
    cwd: projectRoot,
    exclude: (path) => /(^|\/)(node_modules|dist|\.data|\.cache)$/.test(path),
  });

const documents = find(
  '{*.md,docs/**/*.md,scene/**/*.md,inference-worker/**/*.md,clients/**/*.md,node/README.md}',
).sort();
const files = find(
  '{schemas,scene,platform,command-api,projections,operator,node,cli,clients,inference-worker,client,sandbox,tools,tests,scripts,docs,deploy}/**/*',
);

test.for(documents)('%s links to existing files', async (document) => {
  const text = await read(document);
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  const missing = targets.filter((target) => !existsSync(join(projectRoot, dirname(document), target)));
  expect(missing).toEqual([]);
});

/** A path in backticks may omit folders named earlier in the sentence. */
const PATH = /`([\w@-][\w@./-]*\/(?:[\w@.-]+\.(?:ts|tsx|sql|mjs|json|md|yml|py))?)`/g;

const isThere = (path: string): boolean =>
  files.some((file) => (path.endsWith('/') ? `/${file}/`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`)));

test.for(documents)('%s names the language of each code block', async (document) => {
  const fences = (await read(document)).match(/^ *```.*$/gm) ?? [];
  expect(fences.filter((fence, index) => index % 2 === 0 && fence.trim() === '```')).toEqual([]);
});

test.for(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...find('{docs/adr,command-api/src/*}/*.md').sort()])(
  '%s names existing source files and folders',
  async (document) => {
    const named = [...(await read(document)).matchAll(PATH)].map(([, path = '']) => path);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  },
);
