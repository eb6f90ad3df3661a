import { expect, test } from 'vitest';
import { adminUserFilterSchema } from './team/http.ts';
import { nameSchema } from './form-fields.ts';

test('refuses a name or a search with control characters, which PostgreSQL cannot all store', () => {
  for (const text of ['An\u0000n', 'An\nn', '\u0007', 'An\u009fn']) {
    expect(nameSchema.safeParse(text).success).toBe(false);
    expect(adminUserFilterSchema.safeParse({ q: text }).success).toBe(false);
  }
  expect(nameSchema.parse('\tZoë 👩‍🚀 O’Neill ')).toBe('Zoë 👩‍🚀 O’Neill');
  expect(adminUserFilterSchema.parse({ q: ' 100% ' })).toEqual({ q: '100%' });
});

test('refuses a name that reverses the direction of its mail or list, but not one in two scripts', () => {
  for (const sign of ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']) {
    expect(nameSchema.safeParse(`Ann${sign}moc`).success).toBe(false);
  }
  expect(nameSchema.parse('ليلى\u200f (Layla)')).toBe('ليلى\u200f (Layla)');
});
