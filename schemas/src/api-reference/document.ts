/** The part of an OpenAPI 3.1 document that the reference shows. */
export type ApiDocument = {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly security: readonly unknown[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

export function operationsOf({ tags, paths }: ApiDocument): Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return tags.flatMap(({ name }) => all.filter((operation) => operation.tags.includes(name)));
}

export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** Follows `$ref`. */
export function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = nameOf(schema);
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}
