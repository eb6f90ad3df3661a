import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GAPS, ICON_SIZES, SIZE, WEIGHT } from './scale.ts';

const SRC = join(import.meta.dirname, '../..');
/** Paper has its own size of text. */
const EXEMPT = 'features/receipt/PrintStyles.tsx';
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.|\.d\.ts$/.test(file) && file !== EXEMPT,
);

/** A property's value: a string, a number, or those of breakpoints. */
const VALUE = String.raw`(\{[^}]*\}|'[^']*'|[\d.]+)`;

function literals(property: string, each: RegExp): { file: string; value: string }[] {
  const pattern = new RegExp(String.raw`\b(?:${property}): ${VALUE}`, 'g');
  return files.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(pattern)].flatMap(([, value = '']) =>
      [...value.matchAll(each)].map(([found]) => ({ file, value: found })),
    ),
  );
}

test.each([
  ['distance', 'gap|rowGap|columnGap', /\d+px/g, GAPS.map((gap) => `${gap}px`)],
  ['text size', 'fontSize', /(?<!clamp\([^']*)[\d.]+(rem|px)/g, Object.values(SIZE)],
  ['icon size', 'fontSize', /^\d+$/g, ICON_SIZES.map(String)],
  ['weight', 'fontWeight', /\d+/g, Object.values(WEIGHT).map(String)],
])('no %s lies beside the scale', (_what, property, each, scale: readonly string[]) => {
  const found = literals(property, each);
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ value }) => !scale.includes(value))).toEqual([]);
});
