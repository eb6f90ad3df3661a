import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { expect, test } from 'vitest';
import { chooseFiles, placesLeft } from './choose-files.ts';

const file = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

test('pictures keep their order, rejected files are named, and system files in folders are ignored', () => {
  const { pictures, refused } = chooseFiles([
    file('b.png'),
    file('.DS_Store', ''),
    file('notes.txt', 'text/plain'),
    file('Thumbs.db', ''),
    file('a.webp', 'image/webp'),
    file('huge.png', 'image/png', MAX_UPLOAD_BYTES + 1),
  ]);
  expect(pictures.map(({ name }) => name)).toEqual(['b.png', 'a.webp']);
  expect(refused.map(({ name, code }) => [name, code])).toEqual([
    ['notes.txt', 'file-invalid-type'],
    ['huge.png', 'file-too-large'],
  ]);
});

test('accepts a hundred pictures', () => {
  expect([0, 99, 100, 120].map(placesLeft)).toEqual([100, 1, 0, 0]);
});
