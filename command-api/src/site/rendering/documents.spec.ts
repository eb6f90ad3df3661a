import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { PublicPage } from '@clearcut/schemas/site/pages';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ShownPage } from '../page/shown-page.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createKeptDocuments } from './kept-documents.ts';
import { createRenderer } from './renderer.ts';

let folder: string;
let failures: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  failures = [];
  return () => rm(folder, { recursive: true });
});

/** Imitates the client's server build in a real thread: renders `/`; other pages run `others`. */
const bundle = (others: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      let drawn = 0;
      export async function render({ pathname, language, facts }) {
        drawn++;
        if (pathname !== '/') { ${others} }
        return { body: [pathname, language, facts.operator?.name, drawn].join(' '), styles: '', preloads: '' };
      }`)}`,
  );

interface Options {
  readonly others?: string;
  readonly timeoutMs?: number;
  readonly pauseMs?: number;
  readonly stuckMs?: number;
  readonly build?: string;
}

function documentsOf({
  others = '',
  stuckMs = 10_000,
  build = 'a',
  timeoutMs = 10_000,
  ...options
}: Options = {}): Documents {
  const renderer = createRenderer(bundle(others), { stuckMs });
  onTestFinished(() => renderer.stop());
  return createDocuments({
    documentOf: ({ page }, drawn) => `${page}: ${drawn?.body ?? 'the shell'}`,
    renderer,
    kept: createKeptDocuments(folder, build),
    onFailure: (_error, { page }) => void failures.push(page),
    timeoutMs,
    ...options,
  });
}

const shown = (page: PublicPage | 'private', more: Partial<ShownPage> = {}): ShownPage => ({
  page,
  language: 'en',
  path: page === 'private' ? undefined : PUBLIC_PAGES[page].path,
  isIndexed: true,
  facts: {
    origin: 'https://clearcut.example',
    operator: null,
    hasCredits: true,
    starterCredits: 0,
    chargesSmallSaves: false,
  },
  apiDocument: () => ({ servers: [], tags: [], paths: {}, components: { schemas: {} } }),
  ...more,
});

async function textOf(documents: Documents, page: ShownPage): Promise<string> {
  const body = await documents.of(page);
  return Buffer.from(body instanceof Uint8Array ? body : await body.read(undefined)).toString();
}

test('a page is rendered once, and kept in every form for all processes', async () => {
  const first = documentsOf();
  expect(await Promise.all([textOf(first, shown('home')), textOf(first, shown('home'))])).toEqual([
    'home: / en  1',
    'home: / en  1',
  ]);
  const second = documentsOf();
  const body = await second.of(shown('home'));
  if (body instanceof Uint8Array) throw new Error('The page is not kept');
  expect(brotliDecompressSync(await body.read('br')).toString()).toBe('home: / en  1');
  expect(gunzipSync(await body.read('gzip')).toString()).toBe('home: / en  1');
  expect(failures).toEqual([]);
});

test('each page, language and build has its own document', async () => {
  const documents = documentsOf();
  const operator = { name: 'Example Ltd', address: [], email: 'mail@example.com' };
  expect(await textOf(documents, shown('home'))).toBe('home: / en  1');
  expect(
    await textOf(
      documents,
      shown('home', {
        facts: {
          origin: 'https://clearcut.example',
          operator,
          hasCredits: true,
          starterCredits: 0,
          chargesSmallSaves: false,
        },
      }),
    ),
  ).toBe('home: / en Example Ltd 2');
  expect(await textOf(documents, shown('home', { isIndexed: false }))).toBe('home: / en  3');
  expect(await textOf(documents, shown('faq', { language: 'ar' }))).toBe('faq: /ar/faq ar  4');
  expect(await textOf(documentsOf({ build: 'b' }), shown('home'))).toBe('home: / en  1');
  const tags = new Set<string>();
  for (const page of [shown('home'), shown('home', { isIndexed: false })]) {
    const body = await documents.of(page);
    if (!(body instanceof Uint8Array)) tags.add(body.etag);
  }
  expect(tags.size).toBe(2);
});

test('removes documents of other builds', async () => {
  await textOf(documentsOf({ build: 'old' }), shown('home'));
  await textOf(documentsOf({ build: 'new' }), shown('home'));
  await createKeptDocuments(folder, 'new').forgetOthers();
  expect(await readdir(folder)).toEqual(['new']);
});

test.each([
  ['throws', `throw new Error('broken');`],
  ['is killed', 'process.exit(1);'],
  ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));'],
])(
  'when the renderer %s, the visitor gets the shell, the failure is counted, and other pages are rendered',
  async (_what, others) => {
    const documents = documentsOf({ others });
    expect(await textOf(documents, shown('faq'))).toBe('faq: the shell');
    expect(failures).toEqual(['faq']);
    expect(await textOf(documents, shown('home'))).toMatch(/^home: \/ en/);
    expect(failures).toEqual(['faq']);
  },
);

test('a slow page is served as its shell, and kept once it is rendered', async () => {
  const documents = documentsOf({ others: 'await new Promise((done) => setTimeout(done, 400));', timeoutMs: 1 });
  expect(await textOf(documents, shown('faq'))).toBe('faq: the shell');
  await expect.poll(() => textOf(documents, shown('faq')), { timeout: 20_000 }).toBe('faq: /faq en  1');
});

test('ends a renderer that hangs, and gives the next page a fresh one', async () => {
  const documents = documentsOf({ others: 'for (;;);', timeoutMs: 60_000, stuckMs: 1_500 });
  expect(await textOf(documents, shown('faq'))).toBe('faq: the shell');
  expect(await textOf(documents, shown('home'))).toBe('home: / en  1');
});

test('does not render a failed page again at once', async () => {
  const documents = documentsOf({ others: `if (drawn === 1) throw new Error('broken');`, pauseMs: 300 });
  expect(await textOf(documents, shown('faq'))).toBe('faq: the shell');
  expect(await textOf(documents, shown('faq'))).toBe('faq: the shell');
  await expect.poll(() => textOf(documents, shown('faq')), { timeout: 20_000 }).toBe('faq: /faq en  2');
});

test.each(['private', 'invitation', 'changePassword', 'confirmAddress'] as const)(
  'the personal page %s is served as its shell, which is no failure',
  async (page) => {
    expect(await textOf(documentsOf(), shown(page))).toBe(`${page}: the shell`);
    expect(failures).toEqual([]);
  },
);

test('processes that write the same document at once leave it intact', async () => {
  const writer = `
    const { createKeptDocuments } = await import(${JSON.stringify(import.meta.resolve('./kept-documents.ts'))});
    const kept = createKeptDocuments(${JSON.stringify(folder)}, 'a');
    for (let time = 0; time < 20; time++) await kept.keep('x/en/home', 'A page. '.repeat(100_000));`;
  const writers = [1, 2].map(() => promisify(execFile)(process.execPath, ['--input-type=module', '-e', writer]));
  const state = { areDone: false };
  const done = Promise.all(writers).finally(() => (state.areDone = true));
  const kept = createKeptDocuments(folder, 'a');
  const lengths = new Set<number>();
  while (!state.areDone) {
    const found = await kept.find('x/en/home');
    if (found === undefined) {
      await new Promise(setImmediate);
      continue;
    }
    lengths.add((await found.read(undefined)).byteLength);
    lengths.add(gunzipSync(await found.read('gzip')).byteLength);
    lengths.add(brotliDecompressSync(await found.read('br')).byteLength);
  }
  await done;
  expect([...lengths]).toEqual([800_000]);
  expect((await readdir(join(folder, 'a/x/en'))).toSorted()).toEqual(['home.html', 'home.html.br', 'home.html.gz']);
});
