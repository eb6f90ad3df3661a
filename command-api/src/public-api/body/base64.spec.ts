import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Base64Decoder } from './base64.ts';

test('property: decodes base64 wherever it is split, with a prefix and line ends', () => {
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
