import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Spool } from '../../transaction/index.ts';
import { FieldCollector } from './fields.ts';
import { readJson } from './json.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function createSpool() {
  const seen = { largest: 0 };
  const spool = {
    async take(source: AsyncIterable<Uint8Array>) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        seen.largest = Math.max(seen.largest, chunk.length);
      }
      return { path: '', bytes, sha256: hash.digest('hex'), remove: () => Promise.resolve() };
    },
  } as unknown as Spool;
  return { seen, fields: new FieldCollector(spool, { files: new Set(), base64: new Set(['image_file_b64']) }) };
}

function* chunksOf(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function* piecesOf(text: string, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length));
}

test('decodes a picture of 25 MB in 34 MB of JSON piece by piece', async () => {
  const { seen, fields } = createSpool();
  const picture = randomBytes(25 * 1024 * 1024);
  const text = JSON.stringify({ size: 'full', crop: true, image_file_b64: picture.toString('base64'), scale: 50 });
  await readJson(piecesOf(text, 65_536), fields);
  expect(fields.files.get('image_file_b64')).toMatchObject({ bytes: picture.length, sha256: sha256(picture) });
  expect([...fields.texts]).toEqual([
    ['size', 'full'],
    ['crop', 'true'],
    ['scale', '50'],
  ]);
  expect(seen.largest).toBeLessThan(300_000);
}, 60_000);

test('a list counts as its values, and an object as no value', async () => {
  const { fields } = createSpool();
  await readJson(piecesOf(JSON.stringify({ roi: [1, 2, '3', 4], point: { x: 1, y: [2] }, name: 'a' }), 5), fields);
  expect([...fields.texts]).toEqual([
    ['roi', '1,2,3,4'],
    ['point', '{}'],
    ['name', 'a'],
  ]);
});

test('reads base64 with escapes, as PHP writes it, wherever it is split', async () => {
  const bytes = Buffer.from([0xff, 0xef, 0xfb, 0xff, 0xfe, 0x3f]);
  const text = JSON.stringify({ image_file_b64: bytes.toString('base64'), size: 'full' })
    .replaceAll('/', String.raw`\/`)
    .replace('+', String.raw`\u002b\n`);
  for (let length = 1; length < text.length; length += 1) {
    const { fields } = createSpool();
    await readJson(piecesOf(text, length), fields);
    expect(fields.files.get('image_file_b64')).toMatchObject({ bytes: 6, sha256: sha256(bytes) });
    expect(fields.texts.get('size')).toBe('full');
  }
});

test('property: reads any object as JSON.parse does, wherever it is split', async () => {
  const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string({ unit: 'grapheme', maxLength: 9 }),
        fc.oneof(scalar, fc.array(scalar, { maxLength: 5 })),
        {
          maxKeys: 9,
        },
      ),
      fc.integer({ min: 1, max: 40 }),
      async (object, length) => {
        const { fields } = createSpool();
        const bytes = Buffer.from(JSON.stringify(object));
        const pieces = Readable.from(chunksOf(bytes, length));
        await readJson(pieces, fields);
        const texts = Object.entries(object).map(([key, value]) => [key, [value].flat().map(String).join(',')]);
        expect(Object.fromEntries(fields.texts)).toEqual(Object.fromEntries(texts));
      },
    ),
  );
});

test.for<[what: string, text: string]>([
  ['levels', '{"a":'.repeat(9)],
  ['lists in lists', `{"a":${'['.repeat(20_000)}`],
  ['values of a list', `{"x":[${'1,'.repeat(8_000)}1]}`],
  ['keys', `{${'"a":1,'.repeat(5_000)}"b":1}`],
  ['text', `{"a":"${'x'.repeat(70_000)}"}`],
  ['white space', `{${' '.repeat(70_000)}}`],
  ['files', `{${'"image_file_b64":"AAAA",'.repeat(5)}"b":1}`],
])('refuses too many %s at the first excess', async ([, text]) => {
  const { fields } = createSpool();
  const error = await readJson(piecesOf(text, 1_024), fields).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'validation_failed',
    validationErrors: { body: expect.stringContaining('at most') },
  });
});

test.for(['{"image_file_b64": "aGVs', '[1, 2', 'image=1', '{"a": }'])('%s is not a JSON object', async (text) => {
  await expect(readJson(piecesOf(text, 3), createSpool().fields)).rejects.toThrow(/not valid/);
});

test('regression: a picture sent as the body is refused as no JSON, before its fields are counted', async () => {
  const bytes = Readable.from([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(','.repeat(60))]);
  await expect(readJson(bytes, createSpool().fields)).rejects.toMatchObject({
    validationErrors: { body: 'The body is not a valid JSON object.' },
  });
});

test('regression: blank base64 is a field left out', async () => {
  const { fields } = createSpool();
  await readJson(piecesOf('{"image_file_b64":"","size":"full"}', 5), fields);
  expect([[...fields.files], [...fields.texts]]).toEqual([[], [['size', 'full']]]);
});

test('regression: text that is not UTF-8 is refused instead of losing letters', async () => {
  const body = Readable.from([Buffer.from('{"name":"José"}', 'latin1')]);
  await expect(readJson(body, createSpool().fields)).rejects.toMatchObject({
    validationErrors: { body: 'Send the body as UTF-8.' },
  });
});
