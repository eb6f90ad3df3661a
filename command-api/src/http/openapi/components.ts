import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Schemas with an id become components, which name types in generated clients. */
export class Components {
  readonly schemas: Record<string, Json> = {};

  /** @param io `input` for what senders provide, `output` for what readers get */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => makePortable(jsonSchema as Json, io),
    }) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) this.#add(name, referring(definition) as Json);
    return referring(root) as Json;
  }

  fieldsOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const found = this.schemaOf(schema, io);
    const [, name = ''] = /^#\/components\/schemas\/(.+)$/.exec(String(found['$ref'])) ?? [];
    return this.schemas[name] ?? found;
  }

  #add(name: string, schema: Json): void {
    const before = this.schemas[name];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are named ${name}, or it is not the same for senders and readers`);
    }
    this.schemas[name] = schema;
  }
}

/** Rewrites what generators reject. Leaves answers open for new fields. */
function makePortable(schema: Json, io: 'input' | 'output'): void {
  const { prefixItems, pattern } = schema;
  if (Array.isArray(prefixItems)) {
    const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item as Json])).values()];
    delete schema['prefixItems'];
    schema['items'] = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  }
  if (schema['format'] !== undefined || (typeof pattern === 'string' && pattern.includes('\\p{'))) {
    delete schema['pattern'];
  }
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : referring(inner),
    ]),
  );
}
