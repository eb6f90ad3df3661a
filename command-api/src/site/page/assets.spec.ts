import { readdirSync, readFileSync } from 'node:fs';
import { TRANSLATIONS } from '@clearcut/schemas/languages';
import { expect, test } from 'vitest';
import { typefacesOf } from './assets.ts';

const LOCALES = ['client', 'schemas'].map((part) => new URL(`../../../../${part}/locales/`, import.meta.url));

const BEYOND_LATIN_1 = /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1eff]/;

test.for(TRANSLATIONS)('a document in $code names only the typefaces of its texts', ({ code }) => {
  const texts = LOCALES.map((locales) => new URL(`${code}/`, locales)).flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  const subsets = typefacesOf(code).map(([, subset]) => subset);
  expect(subsets.includes('latin-ext')).toBe(texts.some((text) => BEYOND_LATIN_1.test(text)));
  expect(subsets).toContain('latin');
});
