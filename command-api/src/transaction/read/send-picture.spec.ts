import { expect, test } from 'vitest';
import { downloadName, regionsOf } from './send-picture.ts';

// Regression: a cut-out picture that only lacked refinement was reported as impossible to cut out.
test.for([
  ['PENDING', null, 'image_not_ready'],
  ['UPLOADED', 'open', 'image_not_ready'],
  ['UPLOADED', 'failed', 'regions_failed'],
  ['UPLOAD_ERROR', null, 'image_failed'],
] as const)(
  'without regions, a picture that is %s, with its refinement %s, is answered %s',
  ([status, refinement, code]) => {
    expect(() => regionsOf({ status, refinement, regions: null })).toThrow(expect.objectContaining({ code }));
  },
);

const named = (originalFileName: string | null): string =>
  downloadName({ originalFileName }, { mediaType: 'image/png' }, '-clearcut');

test('names a download after the upload, without characters that change the text direction', () => {
  expect(named('portrait.jpg')).toBe('portrait-clearcut.png');
  expect(named('invoice\u202egpj.exe')).toBe('invoicegpj-clearcut.png');
  expect(named('\u2067\u061c\u200f.png')).toBe('image-clearcut.png');
  expect(named('صورة.png')).toBe('صورة-clearcut.png');
  expect(named(null)).toBe('image-clearcut.png');
});

test.each([
  ['NUL.png. .', 'NUL-clearcut.png'],
  ['photo.jpeg...', 'photo-clearcut.png'],
  ['a. .png', 'a-clearcut.png'],
  ['. . .', 'image-clearcut.png'],
  ['.png', 'image-clearcut.png'],
])('regression: %j ends without a dot or space, which Windows would drop', (uploaded, name) => {
  expect(named(uploaded)).toBe(name);
});
