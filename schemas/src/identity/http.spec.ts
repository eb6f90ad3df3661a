import { expect, test } from 'vitest';
import { adminUserFilterSchema } from '../team/http.ts';
import { nameSchema } from './http.ts';

test('a name or a search with control characters, which PostgreSQL does not all keep, is refused', () => {
  for (const text of ['An\u0000n', 'An\nn', '\u0007', 'An\u009fn']) {
    expect(nameSchema.safeParse(text).success).toBe(false);
    expect(adminUserFilterSchema.safeParse({ q: text }).success).toBe(false);
  }
  expect(nameSchema.parse('\tZoë 👩‍🚀 O’Neill ')).toBe('Zoë 👩‍🚀 O’Neill');
  expect(adminUserFilterSchema.parse({ q: ' 100% ' })).toEqual({ q: '100%' });
});
