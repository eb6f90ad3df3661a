import { bodyOf } from './client.ts';

export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export async function documentOf(url: string, path: string): Promise<OpenApi> {
  return bodyOf<OpenApi>(await fetch(url + path));
}

/** With method, in capitals, and path. */
export const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );

/** Descriptive texts may change. */
const WORDS = new Set(['description', 'summary', 'title', 'examples', 'servers', 'info', 'tags', 'links']);

/**
 * Breaking changes for programs written against `before`: removed or changed parts, and newly required input.
 * Additional paths, fields and answers do not break.
 */
export function narrowed(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before)) {
    const has = new Set((Array.isArray(after) ? after : []).map((item) => keyOf(item)));
    const gone = before.filter((item) => !has.has(keyOf(item))).map((item) => `${path}: ${keyOf(item)} is gone`);
    const had = new Set(before.map(keyOf));
    const asked = isAsked(path)
      ? [...has].filter((item) => !had.has(item)).map((item) => `${path}: ${item} is new`)
      : [];
    return [...gone, ...asked, ...matched(before, after, path)];
  }
  if (typeof before !== 'object' || before === null) return before === after ? [] : [`${path}: was ${String(before)}`];
  if (typeof after !== 'object' || after === null) return [`${path} is gone`];
  return Object.entries(before).flatMap(([key, value]) => {
    if (WORDS.has(key) && !path.endsWith('/properties')) return [];
    const now = (after as Record<string, unknown>)[key];
    return now === undefined ? [`${path}/${key} is gone`] : narrowed(value, now, `${path}/${key}`);
  });
}

/** Identifies parameters by name, other list items by content. */
const keyOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'name' in item && 'in' in item
    ? `${String(item.in)} ${String(item.name)}`
    : JSON.stringify(item);

/** Whether senders must provide the field. Sent components begin with `New` or end with `Change`. */
const isAsked = (path: string): boolean =>
  path.endsWith('/required') && (path.includes('/requestBody/') || /\/schemas\/(?:New\w*|\w+Change)\//.test(path));

function matched(before: readonly unknown[], after: unknown, path: string): string[] {
  const now = new Map((Array.isArray(after) ? after : []).map((item) => [keyOf(item), item as unknown]));
  return before.flatMap((item) => {
    const other = now.get(keyOf(item));
    return typeof item === 'object' && other !== undefined ? narrowed(item, other, `${path}/${keyOf(item)}`) : [];
  });
}
