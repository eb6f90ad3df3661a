import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GAPS, ICON_SIZES, SIZE, UNIT, WEIGHT } from './scale.ts';

const SRC = join(import.meta.dirname, '..');
/** Paper has its own size of text. */
const EXEMPT = 'features/pictures/receipt/PrintStyles.tsx';
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

/** Only the theme knows how large a step is; layouts are calculated in pixels. */
const ofPages = ({ file }: { readonly file: string }): boolean =>
  !file.startsWith('app/theme/') && file !== 'features/editor/stage/layout.ts';

test.each([
  ['distance', 'gap|rowGap|columnGap', /\d+px/g],
  ['text size', 'fontSize', /(?<!clamp\([^']*)[\d.]+(rem|px)/g],
  ['weight', 'fontWeight', /\d+/g],
])('pages take each %s from the scale, by its step or name', (_what, property, each) => {
  expect(literals(property, each).filter(ofPages)).toEqual([]);
});

const SPACES =
  '(?:row|column)?[gG]ap|(?:padding|margin)(?:Block|Inline)?(?:Start|End)?|(?:padding|margin)(?:Top|Bottom)';

test.each([
  ['distance', SPACES, /(?<![\w.-])[\d.]+(?=[ ,}]|$)/g, GAPS.map((gap) => gap / UNIT)],
  ['icon size', 'fontSize', /^\d+$/g, ICON_SIZES],
])('no %s lies beside the scale', (_what, property, each, scale: readonly number[]) => {
  const found = literals(property, each).filter(ofPages);
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ value }) => !scale.includes(Number(value)))).toEqual([]);
});

const NAMES = [...Object.keys(SIZE), ...Object.keys(WEIGHT)];

test('each name of a size or weight is one of the scale', () => {
  const found = literals('fontSize|fontWeight', /(?<=')[a-z]+(?=')/g).filter(({ value }) => value !== 'inherit');
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ value }) => !NAMES.includes(value))).toEqual([]);
});
