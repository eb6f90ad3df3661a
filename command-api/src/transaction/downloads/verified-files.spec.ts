import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createVerifiedFiles } from './verified-files.ts';

const sha256 = createHash('sha256').update('picture').digest('hex');

function storeOf(text: string) {
  let reads = 0;
  const stream = () => {
    reads += 1;
    return Promise.resolve({ bytes: text.length, content: Readable.from([Buffer.from(text)]) });
  };
  return { stream, reads: () => reads };
}

test('a file with the recorded content passes, and is read once', async () => {
  const store = storeOf('picture');
  const files = createVerifiedFiles(store);
  await files.verify({ blob: 'a/b', sha256 });
  await files.verify({ blob: 'a/b', sha256 });
  expect(store.reads()).toBe(1);
});

test('refuses a file of the same length with other bytes each time', async () => {
  const files = createVerifiedFiles(storeOf('pictuRe'));
  for (let n = 0; n < 2; n++) {
    await expect(files.verify({ blob: 'a/b', sha256 })).rejects.toThrow(
      expect.objectContaining({ code: 'file_damaged' }),
    );
  }
});
