import { z } from 'zod';
import { expect, test } from 'vitest';
import { translate } from '../../../vite-contracts.ts';
import * as shapes from './shape.ts';

const schema = z.object({
  id: z.uuid(),
  status: z.enum(['PENDING', 'UPLOADED']),
  sizes: z.array(z.object({ width: z.int() })),
  error: z.object({ errorCode: z.string() }).optional(),
  queue: z.int().nullable(),
  names: z.record(z.string(), z.boolean()),
  result: z.union([z.object({ kind: z.literal('file') }), z.object({ kind: z.literal('none') })]),
  language: z.preprocess((code) => code, z.string()),
  second: z.string().nullable().default(null),
  facts: z.unknown(),
});
const answer = {
  id: 'a',
  status: 'UPLOADED',
  sizes: [{ width: 1 }, { width: 2 }],
  queue: null,
  names: { a: true },
  result: { kind: 'none' },
  language: 'en',
  second: null,
};
const form = shapes.answer(translate(schema, shapes));

test.each([
  ['as the contract has it', {}],
  ['with optional parts', { error: { errorCode: 'image_failed' }, queue: 3, facts: { any: 1 } }],
  ['with a member that an enum has gained since', { status: 'ARCHIVED' }],
  ['with fields that the contract does not have', { more: 1 }],
])('the client takes an answer %s', (_how, changed) => {
  expect(form.parse({ ...answer, ...changed })).toEqual({ ...answer, ...changed });
});

test.each([
  ['id', { id: 1 }],
  ['sizes.1.width', { sizes: [{ width: 1 }, { width: '2' }] }],
  ['sizes', { sizes: {} }],
  ['error', { error: null }],
  ['queue', { queue: undefined }],
  ['names.b', { names: { b: 'yes' } }],
  ['result', { result: { kind: 'other' } }],
  ['second', { second: undefined }],
])('the client refuses an answer with another %s, and names its path', (path, changed) => {
  expect(() => form.parse({ ...answer, ...changed })).toThrow(`at .${path}`);
});

test('the client refuses an answer that is no object', () => {
  expect(() => form.parse('<html>')).toThrow('Unexpected answer');
});
