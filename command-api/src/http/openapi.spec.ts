import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Contract } from './contract.ts';
import { openApiOf } from './openapi.ts';

const fields = z.object({ name: z.string().optional() });

test.for<[what: string, body: NonNullable<Contract['body']>, isRequired: boolean]>([
  ['JSON', fields, true],
  ['JSON that stands for itself when it is left out', fields.default({}), false],
  ['bytes', { maxBytes: 1, tooLarge: 'file_too_large' }, true],
])('a body of %s is documented as required or not', ([, body, isRequired]) => {
  const contract: Contract = {
    method: 'POST',
    path: '/things/',
    summary: 'Makes a thing.',
    credentials: [],
    access: { who: 'anyone' },
    body,
    answers: {},
    errors: [],
  };
  expect(openApiOf([contract])).toHaveProperty(['paths', '/things/', 'post', 'requestBody', 'required'], isRequired);
});
