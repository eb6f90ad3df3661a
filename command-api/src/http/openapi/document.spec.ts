import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { openApiOf } from './document.ts';

const DESCRIBED = { title: 'Things', description: 'Of things.', server: 'http://localhost' };
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
  expect(openApiOf([contract], DESCRIBED)).toHaveProperty(
    ['paths', '/things/', 'post', 'requestBody', 'required'],
    isRequired,
  );
});

const thing: Contract = {
  method: 'GET',
  path: '/api/things/:id/parts/',
  summary: 'Parts of a thing.',
  credentials: [],
  access: { who: 'anyone' },
  answers: {},
  errors: [],
};

test('a schema with an id is a component, and a route without a name gets one', () => {
  const part = z.object({ box: z.tuple([z.int(), z.int()]), id: z.uuid() }).meta({ id: 'SpecPart' });
  const answers = { 200: { description: 'Parts.', schema: z.object({ parts: z.array(part) }) } };
  const document = openApiOf([{ ...thing, answers }], DESCRIBED);
  expect(document).toMatchObject({
    servers: [{ url: 'http://localhost' }],
    paths: { '/api/things/{id}/parts/': { get: { operationId: 'getThingsByIdParts', tags: ['things'] } } },
    components: {
      schemas: { SpecPart: { properties: { box: { items: { type: 'integer' }, minItems: 2, maxItems: 2 } } } },
    },
  });
  const text = JSON.stringify(document);
  expect(text).toContain('"#/components/schemas/SpecPart"');
  expect(text).not.toMatch(/\$defs|prefixItems|"additionalProperties":false/);
});

test('refuses one name for two schemas', () => {
  const [one, two] = [
    z.string().meta({ id: 'SpecOne' }),
    z.object({ a: z.string().default('') }).meta({ id: 'SpecTwo' }),
  ];
  expect(() =>
    openApiOf([{ ...thing, body: two, answers: { 200: { description: '', schema: one } } }], DESCRIBED),
  ).not.toThrow();
  expect(() =>
    openApiOf([{ ...thing, body: two, answers: { 200: { description: '', schema: two } } }], DESCRIBED),
  ).toThrow(/SpecTwo/);
});
