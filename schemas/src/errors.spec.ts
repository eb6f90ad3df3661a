import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CatalogueError, type ErrorCode, errorCatalogue } from './errors.ts';

const locale = new URL('../locales/en/', import.meta.url);
const texts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...readdirSync(locale).map((name) => JSON.parse(readFileSync(new URL(name, locale), 'utf8')) as object),
);

test("the API uses the page's text, except where that would not help a caller", () => {
  const others = Object.entries(errorCatalogue).filter(([code, { message }]) => texts[code] !== message);
  expect(others.map(([code]) => code)).toEqual([
    'too_many_streams',
    'client_id_required',
    'client_id_invalid',
    'proof_required',
    'own_account_removal',
    'mask_invalid',
    'idempotency_key_invalid',
    'idempotency_key_reused',
    'guess_unconfirmed',
    'file_empty',
    'subject_outside',
  ]);
});

test('no English text is repeated in the code', () => {
  const code = readFileSync(new URL('errors.ts', import.meta.url), 'utf8');
  expect(Object.values(texts).filter((text) => code.includes(text))).toEqual([]);
});

test.each(Object.keys(errorCatalogue) as ErrorCode[])('%s has a status and a text', (code) => {
  const error = new CatalogueError(code);
  expect(error.status).toBeGreaterThanOrEqual(400);
  expect(error.message).toMatch(/\w/);
});
