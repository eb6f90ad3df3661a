import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedLines } from './lines.ts';

test('lines pass whole however they are split, and overlong ones are dropped', async () => {
  const line = fc.string({ maxLength: 30 }).map((value) => value.replaceAll('\n', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(12), { minLength: 1 }), async (lines, cuts) => {
      const all = Buffer.from(lines.map((one) => `${one}\n`).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0, n = 0; at < all.length; n += 1) {
        const size = (cuts[n % cuts.length] ?? 0) + 1;
        chunks.push(all.subarray(at, at + size));
        at += size;
      }
      const passed = await text(Readable.from(chunks).pipe(boundedLines(20)));
      expect(passed).toBe(
        lines
          .map((one) => `${one}\n`)
          .filter((one) => Buffer.byteLength(one) <= 20)
          .join(''),
      );
    }),
  );
});
