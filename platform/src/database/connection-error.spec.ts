import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isConnectionError } from './connection-error.ts';

function databaseError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('said by the server', 0, 'error'), { code });
}

test.each(['57P01', '57P03', '08006', '08P01', '53300', '25P03'])('%s is about the connection', (code) => {
  expect(isConnectionError(databaseError(code))).toBe(true);
});

test.each(['23505', '40001', '42P01', '57014', 'P0001'])('%s is about the statement', (code) => {
  expect(isConnectionError(databaseError(code))).toBe(false);
});

test('recognises connection errors of the driver and the system, also as a cause', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  expect(isConnectionError(refused)).toBe(true);
  expect(isConnectionError(new Error('could not do it', { cause: refused }))).toBe(true);
  expect(isConnectionError(new Error('Connection terminated unexpectedly'))).toBe(true);
});

test('a missing file, a closed pool and a non-error are something else', () => {
  expect(isConnectionError(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false);
  expect(isConnectionError(new Error('Cannot use a pool after calling end on the pool'))).toBe(false);
  expect(isConnectionError('ECONNREFUSED')).toBe(false);
});
