import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpool, type Spool } from '../../transaction/index.ts';
import { FieldCollector } from '../body/fields.ts';
import { removeBgErrors } from './errors.ts';
import { parseParameters } from './parameters.ts';
import { removeBackground, type RemoveBgDeps } from './routes.ts';
import { FIELDS } from './sources.ts';

let directory: string;
let spool: Spool;
let server: Server;
let origin: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'removebg-'));
  spool = await openSpool(directory);
  server = createServer((request, response) => {
    response.writeHead(request.url === '/missing' ? 404 : 200).end(request.url === '/empty' ? '' : 'a text');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://pictures.test:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

const here = { resolve: async () => ['127.0.0.1'], allowsAddress: () => true, allowsPort: () => true };

async function refusalOf(
  texts: Readonly<Record<string, string>>,
  ...files: { readonly name: string; readonly content: string }[]
) {
  const fields = new FieldCollector(spool, FIELDS);
  for (const [name, text] of Object.entries(texts)) fields.text(name, text);
  for (const { name, content } of files) await fields.file(name, contentsOf(content), 'a.jpg');
  const deps = { spool, fetchOptions: { policy: here } } as unknown as RemoveBgDeps;
  try {
    await removeBackground(deps, fields, parseParameters(fields), {} as never, 'plain');
    throw new Error('It was not refused');
  } catch (error) {
    const { body } = removeBgErrors(error as never, '') as { body: { errors: { code: string; detail: string }[] } };
    return body.errors[0];
  } finally {
    await fields.remove();
  }
}

async function* contentsOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('regression: a fetched picture is removed when its background cannot be fetched', async () => {
  const refusal = await refusalOf({ image_url: `${origin}/a.jpg`, bg_image_url: `${origin}/missing` });
  expect(refusal).toMatchObject({ code: 'failed_bg_download' });
  expect(await readdir(directory)).toEqual([]);
});

test.for(['/text', '/empty'])(
  'regression: a background %s that is no picture is not told as the picture',
  async (path) => {
    const refusal = await refusalOf({ image_url: `${origin}/a.jpg`, bg_image_url: `${origin}${path}` });
    expect(refusal).toMatchObject({ code: 'invalid_file_type', detail: expect.stringMatching(/^bg_image_url: /) });
    expect(await readdir(directory)).toEqual([]);
  },
);

test('regression: a file sent as the background is named when it is no picture', async () => {
  const refusal = await refusalOf({ image_url: `${origin}/a.jpg` }, { name: 'bg_image_file', content: 'a text' });
  expect(refusal).toMatchObject({ code: 'invalid_file_type', detail: expect.stringMatching(/^bg_image_file: /) });
  expect(await readdir(directory)).toEqual([]);
});

test('regression: two pictures in one field are refused, since one of them would be lost', async () => {
  const files = ['a text', 'another'].map((content) => ({ name: 'image_file', content }));
  expect(await refusalOf({}, ...files)).toMatchObject({ code: 'multiple_sources' });
  expect(await readdir(directory)).toEqual([]);
});

test('regression: two backgrounds in one field are refused, since one of them would be lost', async () => {
  const files = ['a text', 'another'].map((content) => ({ name: 'bg_image_file', content }));
  const refusal = await refusalOf({ image_url: `${origin}/a.jpg` }, ...files);
  expect(refusal).toMatchObject({ code: 'multiple_bg_sources' });
  expect(await readdir(directory)).toEqual([]);
});
