import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Spool } from '../../transaction/upload/spool.ts';
import { Base64Decoder } from './base64.ts';
import { FieldCollector } from './fields.ts';
import { readJson } from './json.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Keeps digests alone, and how large a piece was at most. */
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
  return { seen, fields: new FieldCollector(spool, new Set(['image_file_b64'])) };
}

async function* piecesOf(text: string, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length));
}

test('a picture of 25 MB in 34 MB of JSON is decoded piece by piece', async () => {
  const { seen, fields } = createSpool();
  const picture = randomBytes(25 * 1024 * 1024);
  const text = JSON.stringify({ size: 'full', crop: true, image_file_b64: picture.toString('base64'), scale: 50 });
  await readJson(piecesOf(text, 65_536), fields);
  expect(fields.files.get('image_file_b64')).toMatchObject({ bytes: picture.length, sha256: sha256(picture) });
  expect([...fields.texts]).toEqual([['size', 'full'], ['crop', 'true'], ['scale', '50']]); // prettier-ignore
  expect(seen.largest).toBeLessThan(100_000);
}, 60_000);

test('a list counts as its values, and an object as no value', async () => {
  const { fields } = createSpool();
  await readJson(piecesOf(JSON.stringify({ roi: [1, 2, '3', 4], point: { x: 1, y: [2] }, name: 'a' }), 5), fields);
  expect([...fields.texts]).toEqual([['roi', '1,2,3,4'], ['point', '{}'], ['name', 'a']]); // prettier-ignore
});

test.for(['{"image_file_b64": "aGVs', '[1, 2', 'image=1', '{"a": }'])('%s is no JSON object', async (text) => {
  await expect(readJson(piecesOf(text, 3), createSpool().fields)).rejects.toThrow(/not valid/);
});

test('property: base64 is decoded wherever it is cut, with a prefix and line ends', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      (bytes, length, hasPrefix) => {
        const lines = Buffer.from(bytes)
          .toString('base64')
          .replaceAll(/(.{20})/g, '$1\r\n');
        const text = (hasPrefix ? 'data:image/png;base64,' : '') + lines;
        const decoder = new Base64Decoder();
        const pieces: Buffer[] = [];
        for (let at = 0; at < text.length; at += length) pieces.push(decoder.push(text.slice(at, at + length)));
        expect(Buffer.concat([...pieces, decoder.end()])).toEqual(Buffer.from(bytes));
      },
    ),
  );
});
