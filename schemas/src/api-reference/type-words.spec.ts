import { expect, test } from 'vitest';
import type { Schema } from './document.ts';
import { typeWords } from './type-words.ts';

test.for<[Schema, string]>([
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { type: 'integer', minimum: 0 } }, '(integer, at least 0)[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
])('a list of a compound type is put in parentheses: %#', ([schema, words]) => {
  expect(typeWords(schema).map(String).join('')).toBe(words);
});
