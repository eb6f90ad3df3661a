import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Spool } from '../../transaction/index.ts';
import { FieldCollector } from './fields.ts';
import { readUrlencoded } from './urlencoded.ts';

async function read(body: string, length = body.length) {
  const files: Buffer[] = [];
  const spool = {
    async take(source: AsyncIterable<Uint8Array>) {
      const file = await buffer(source);
      files.push(file);
      return { path: '', bytes: file.length, sha256: '', remove: () => Promise.resolve() };
    },
  } as unknown as Spool;
  const fields = new FieldCollector(spool, { files: new Set(), base64: new Set(['b64']) });
  const bytes = Buffer.from(body);
  const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
  await readUrlencoded(Readable.from(chunks), fields);
  return { texts: Object.fromEntries(fields.texts), files };
}

test('property: reads texts as URLSearchParams writes them, wherever they are split', async () => {
  const text = fc.string({ unit: 'grapheme' });
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(text, text, { noNullPrototype: true }),
      fc.integer({ min: 1, max: 9 }),
      async (object, length) => {
        const { texts } = await read(new URLSearchParams(object).toString(), length);
        expect(texts).toEqual(Object.fromEntries(Object.entries(object)));
      },
    ),
  );
});

test.for(['%2B', '+'])('reads base64 with plus signs written as %s', async (plus) => {
  const bytes = Buffer.from([0xfb, 0xef, 0xff]);
  const body = `b64=${bytes.toString('base64').replaceAll('+', plus)}&size=full`;
  for (let length = 1; length < body.length; length += 1) {
    expect(await read(body, length)).toEqual({ texts: { size: 'full' }, files: [bytes] });
  }
});

test('reads blank fields', async () => {
  expect(await read('b64=&a=&b&=c&&d=%zz%4')).toEqual({ texts: { a: '', b: '', '': 'c', d: '%zz%4' }, files: [] });
});

test.for<[what: string, body: string]>([
  ['fields', '&'.repeat(101)],
  ['text', `a=${'x'.repeat(70_000)}`],
  ['text in a name', 'x'.repeat(70_000)],
  ['files', 'b64=AAAA&'.repeat(5)],
])('refuses too many %s', async ([, body]) => {
  await expect(read(body, 4_096)).rejects.toMatchObject({ code: 'validation_failed' });
});

test('24 MB of escapes take less than three seconds of processor time', async () => {
  const started = process.cpuUsage();
  await read(`b64=${'%41'.repeat(8 * 1024 * 1024)}`, 64 * 1024);
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
});
