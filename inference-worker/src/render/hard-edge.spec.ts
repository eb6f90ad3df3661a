import { createPixels, type Pixels } from '@clearcut/scene/raster';
import { expect, test } from 'vitest';
import { hardenEdge } from './hard-edge.ts';

/** Red, with alpha from a drawing. */
function drawn(rows: readonly string[]): Pixels {
  const [first = ''] = rows;
  const pixels = createPixels({ width: first.length, height: rows.length });
  const alphaOf: Readonly<Record<string, number>> = { '#': 255, '+': 200, '-': 60 };
  for (const [y, row] of rows.entries()) {
    for (const [x, mark] of row.split('').entries()) {
      const alpha = alphaOf[mark] ?? 0;
      if (alpha > 0) pixels.data.set([255, 0, 0, alpha], (y * first.length + x) * 4);
    }
  }
  return pixels;
}

function hardened(rows: readonly string[]): string[] {
  const pixels = drawn(rows);
  hardenEdge(pixels);
  return rows.map((row, y) =>
    row
      .split('')
      .map((_, x) => ({ 0: '.', 255: '#' })[pixels.data[(y * row.length + x) * 4 + 3] ?? -1] ?? '?')
      .join(''),
  );
}

/** Made with OpenCV by rembg's steps, which also fill the gap and add a row above. */
const PICTURE = [
  ['............', '............'],
  ['..-+++++-...', '...#####....'],
  ['.-#######-..', '..#######...'],
  ['.+#######+..', '.########...'],
  ['.+#######+..', '.#########..'],
  ['.+###..##+..', '.####..##...'],
  ['.-#######-..', '..######....'],
  ['..-+++++-...', '.....#......'],
  ['.....#......', '............'],
  ['.....#......', '............'],
  ['..+++++++++.', '............'],
  ['............', '............'],
] as const;

test('an edge is opaque or not, and what is thin goes', () => {
  const made = hardened(PICTURE.map(([given]) => given));
  expect(made).toEqual(PICTURE.map(([, expected]) => expected));
});

test('a subject at the border stays at it', () => {
  expect(hardened(['####....', '####....', '####....', '####....'])).toEqual([
    '####....',
    '####....',
    '####....',
    '####....',
  ]);
});

test('transparent pixels have no colour and stay transparent', () => {
  const pixels = drawn(['#######', '#######', '#######', '###.###', '#######', '#######', '#######']);
  hardenEdge(pixels);
  expect([...pixels.data.subarray((3 * 7 + 3) * 4, (3 * 7 + 3) * 4 + 4)]).toEqual([0, 0, 0, 0]);
  const faint = drawn(['---', '---', '---']);
  hardenEdge(faint);
  expect(faint.data.every((value) => value === 0)).toBe(true);
});

test.for([
  [1, 1],
  [1, 5],
  [5, 1],
  [2, 2],
] as const)('a picture of %i × %i pixels', ([width, height]) => {
  expect(hardened(Array.from({ length: height }, () => '#'.repeat(width)))).toEqual(
    Array.from({ length: height }, () => '#'.repeat(width)),
  );
});
