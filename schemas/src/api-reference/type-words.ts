import { nameOf, type Schema } from './document.ts';

/** Words, or the name of a type described on the page. */
export type TypePart = string | { readonly type: string };

/** Bounds beyond this are not shown. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const LITERALS: Readonly<Record<string, string>> = { null: 'null', boolean: 'boolean', object: 'object' };

/** A schema in TypeScript notation. */
export function typeWords(schema: Schema): TypePart[] {
  const name = nameOf(schema);
  if (name !== undefined) return [{ type: name }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum !== undefined) return [schema.enum.map((value) => JSON.stringify(value)).join(' | ')];
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return union.flatMap((one, index) => [...(index > 0 ? [' | '] : []), ...typeWords(one)]);
  if (schema.items !== undefined) {
    const inner = typeWords(schema.items);
    const isOfWords = inner.some((part) => typeof part === 'string' && part.includes(' '));
    return isOfWords ? ['(', ...inner, ')[]'] : [...inner, '[]'];
  }
  const type = schema.type ?? 'any';
  return [LITERALS[type] ?? `${type}${formatOf(schema)}${limitsOf(schema)}`];
}

const formatOf = ({ format }: Schema): string => (format === undefined ? '' : ` (${format})`);

function limitsOf({ minimum, maximum }: Schema): string {
  const [from, to] = [minimum ?? -NO_LIMIT, maximum ?? NO_LIMIT];
  if (from > -NO_LIMIT && to < NO_LIMIT) return `, ${from} to ${to}`;
  if (from > -NO_LIMIT) return `, at least ${from}`;
  return to < NO_LIMIT ? `, at most ${to}` : '';
}

/** Nested objects without a name, described in place. */
export function objectsIn(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return [];
  if (schema.properties !== undefined) return [schema];
  return [...(schema.anyOf ?? schema.oneOf ?? []), ...(schema.items === undefined ? [] : [schema.items])].flatMap(
    objectsIn,
  );
}
