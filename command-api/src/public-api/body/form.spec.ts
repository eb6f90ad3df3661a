import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { onTestFinished, expect, test } from 'vitest';
import { openSpool } from '../../transaction/index.ts';
import { FieldCollector } from './fields.ts';
import { readForm } from './form.ts';
import { readUrlencoded } from './urlencoded.ts';

async function readBody(body: FormData | URLSearchParams) {
  const directory = await mkdtemp(join(tmpdir(), 'form-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const names = { files: new Set(['image_file']), base64: new Set(['image_file_b64']) };
  const fields = new FieldCollector(await openSpool(directory), names);
  const request = new Request('http://localhost', { method: 'POST', body });
  const bytes = request.body as unknown as AsyncIterable<Uint8Array>;
  const reading =
    body instanceof FormData
      ? readForm(request.headers.get('content-type') ?? '', bytes, fields)
      : readUrlencoded(bytes, fields);
  return { fields, reading, spooled: () => readdir(directory) };
}

const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('reads files, texts and base64 of a form in any order', async () => {
  const [picture, encoded] = [randomBytes(300_000), randomBytes(200_000)];
  const form = new FormData();
  form.append('size', 'full');
  form.append('image_file', blobOf(picture), 'a.png');
  form.append('image_file_b64', encoded.toString('base64'));
  form.append('crop', 'true');
  const { fields, reading } = await readBody(form);
  await reading;
  expect([...fields.texts]).toEqual([
    ['size', 'full'],
    ['crop', 'true'],
  ]);
  expect(fields.files.get('image_file')).toMatchObject({ name: 'a.png', sha256: sha256(picture) });
  expect(fields.files.get('image_file_b64')).toMatchObject({ sha256: sha256(encoded) });
});

test('regression: blank base64 beside a file is a field left out', async () => {
  const form = new FormData();
  form.append('image_file_b64', '');
  form.append('image_file', blobOf(randomBytes(10)), 'a.png');
  const { fields, reading } = await readBody(form);
  await reading;
  expect([...fields.files.keys()]).toEqual(['image_file']);
});

test('regression: names what came twice, except blank files', async () => {
  const form = new FormData();
  form.append('image_file', blobOf(randomBytes(10)), 'a.png');
  form.append('image_file', blobOf(randomBytes(10)), 'b.png');
  form.append('bg_image_file', new Blob([]), '');
  form.append('size', 'full');
  form.append('size', 'preview');
  const { fields, reading } = await readBody(form);
  await reading;
  expect([...fields.repeated].sort()).toEqual(['image_file', 'size']);
  expect(fields.files.get('image_file')).toMatchObject({ name: 'a.png' });
});

test('reads base64 of a urlencoded form', async () => {
  const encoded = randomBytes(100_000);
  const { fields, reading } = await readBody(
    new URLSearchParams({ image_file_b64: encoded.toString('base64'), size: 'hd' }),
  );
  await reading;
  expect(fields.files.get('image_file_b64')).toMatchObject({ sha256: sha256(encoded) });
});

test('regression: refuses a file that is too large, whatever follows it, and leaves nothing behind', async () => {
  const form = new FormData();
  form.append('image_file', blobOf(Buffer.alloc(MAX_UPLOAD_BYTES + 1)), 'large.png');
  form.append('size', 'full');
  const { reading, spooled } = await readBody(form);
  await expect(reading).rejects.toMatchObject({ code: 'file_too_large' });
  expect(await spooled()).toEqual([]);
});
