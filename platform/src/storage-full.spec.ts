import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isStorageFull } from './storage-full.ts';

const failing = (code: string): Error => Object.assign(new Error('write failed'), { code });

test.each(['ENOSPC', 'EDQUOT'])('%s from the system means that the storage is full, also as a cause', (code) => {
  expect(isStorageFull(failing(code))).toBe(true);
  expect(isStorageFull(new Error('The picture cannot be stored', { cause: failing(code) }))).toBe(true);
});

test("so does PostgreSQL's 53100", () => {
  const full = Object.assign(new DatabaseError('could not extend file', 0, 'error'), { code: '53100' });
  expect(isStorageFull(full)).toBe(true);
});

test('a missing file, full memory and a non-error are something else', () => {
  for (const error of [failing('ENOENT'), failing('53200'), 'ENOSPC', undefined]) {
    expect(isStorageFull(error)).toBe(false);
  }
});
