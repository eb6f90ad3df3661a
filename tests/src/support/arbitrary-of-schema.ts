import * as fc from 'fast-check';
import type { Schema } from './openapi.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** Values matching a JSON Schema, for the keywords used here. */
export function arbitraryOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf, enum: values, const: value, type } = schema;
  const inner = (one: unknown): fc.Arbitrary<unknown> => arbitraryOf(one as Schema, schemas);
  if (typeof $ref === 'string') return inner(schemas[$ref.replace('#/components/schemas/', '')] ?? {});
  if (value !== undefined) return fc.constant(value);
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  const choices = anyOf ?? oneOf ?? allOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map(inner));
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = Number(schema['minItems'] ?? 0);
      return fc.array(inner(schema['items'] ?? {}), {
        minLength,
        maxLength: Number(schema['maxItems'] ?? minLength + 3),
      });
    }
    case 'object':
      return objectOf(schema, inner);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ format, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  }
  const least = Number(minLength);
  return fc.string({
    unit: 'grapheme',
    minLength: least,
    maxLength: Math.min(Number(maxLength ?? least + 30), least + 30),
  });
}

const boundsOf = ({ minimum, maximum }: Schema): { min: number; max: number } => ({
  min: Math.max(Number(minimum ?? -1e6), -2_147_483_648),
  max: Math.min(Number(maximum ?? 1e6), 2_147_483_647),
});

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (one: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties as object).map(([name, one]) => [name, inner(one)]));
  if (Object.keys(fields).length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 10 }), inner(additionalProperties), { maxKeys: 3 });
  }
  return fc.record(fields, { requiredKeys: required as string[] });
}
