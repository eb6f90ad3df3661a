import { expect, test } from 'vitest';
import { z } from 'zod';
import { listQuerySchema, MAX_LIST_ROWS } from './list-query.ts';

const schema = listQuerySchema({
  filter: z.strictObject({ q: z.string().optional() }),
  fields: ['id', 'email'],
  sort: ['email', 'ASC'],
});

test('understands the dialect of ra-data-simple-rest', () => {
  expect(schema.parse({ filter: '{"q":"ann"}', sort: '["id","DESC"]', range: '[10,19]' })).toEqual({
    filter: { q: 'ann' },
    sort: { field: 'id', order: 'DESC' },
    offset: 10,
    limit: 10,
  });
});

test('each of them is optional', () => {
  expect(schema.parse({})).toEqual({
    filter: {},
    sort: { field: 'email', order: 'ASC' },
    offset: 0,
    limit: MAX_LIST_ROWS,
  });
});

test.for([
  [{ filter: '{"q":' }, 'filter', 'This is not JSON'],
  [{ filter: '[]' }, 'filter', 'Invalid input: expected object, received array'],
  [{ filter: '{"password":"x"}' }, 'filter', 'Unrecognized key: "password"'],
  [{ sort: '["password","ASC"]' }, 'sort.0', 'Invalid option: expected one of "id"|"email"'],
  [{ sort: '["email","sideways"]' }, 'sort.1', 'The order is ASC or DESC'],
  [{ sort: '"email"' }, 'sort', 'A sort is ["field","ASC"] with one of id, email'],
  [{ range: '[9,0]' }, 'range', 'A range has 1 to 1000 rows'],
  [{ range: '[0,1000]' }, 'range', 'A range has 1 to 1000 rows'],
  [{ range: '[-1,4]' }, 'range.0', 'Too small: expected number to be >=0'],
] as const)('refuses %o by name', ([query, path, message]) => {
  const { error } = schema.safeParse(query);
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});
