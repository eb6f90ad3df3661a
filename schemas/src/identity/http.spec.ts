import { expect, test } from 'vitest';
import { languageSchema } from './http.ts';

test('browsers’ older name of Norwegian is Bokmål', () => {
  expect(languageSchema.parse('no')).toBe('nb');
  expect(languageSchema.parse('nb')).toBe('nb');
  expect(languageSchema.safeParse('nonsense').success).toBe(false);
});
