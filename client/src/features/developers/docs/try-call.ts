import { resolve, type ApiDocument, type Operation } from '@clearcut/schemas/api-reference/document';
import { sampleOf } from '@clearcut/schemas/api-reference/snippets';

export interface CallField {
  readonly id: string;
  readonly name: string;
  readonly kind: 'path' | 'query' | 'header' | 'file' | 'form' | 'json';
  readonly isRequired: boolean;
  readonly start: string;
}

export type CallValues = Readonly<Record<string, string | File | undefined>>;

export interface CallAnswer {
  readonly status: string;
  readonly type: string;
  /** Empty for a picture. */
  readonly text: string;
  readonly picture: Blob | undefined;
}

/** Longer answers are cut for display. */
const MAX_TEXT = 20_000;

/** Parameters, then the body: the multipart form where available, else JSON. */
export function fieldsOfCall(document: ApiDocument, { parameters = [], requestBody }: Operation): CallField[] {
  const fields: CallField[] = parameters.map(({ name, in: kind, required }) => ({
    id: `${kind} ${name}`,
    name,
    kind,
    isRequired: required,
    start: '',
  }));
  const form = requestBody?.content['multipart/form-data']?.schema;
  const json = requestBody?.content['application/json']?.schema;
  if (form !== undefined) {
    const { properties = { file: { format: 'binary' } }, required = [] } = resolve(document, form);
    for (const [name, schema] of Object.entries(properties)) {
      const kind = schema.format === 'binary' ? 'file' : 'form';
      fields.push({ id: `form ${name}`, name, kind, isRequired: required.includes(name), start: '' });
    }
  } else if (json !== undefined) {
    const start = JSON.stringify(sampleOf(document, json) ?? {}, null, 2);
    fields.push({ id: 'json', name: 'json', kind: 'json', isRequired: false, start });
  }
  return fields;
}

/**
 * Authenticates only by the key, without this browser's login.
 * @returns `none` without an answer; `no-json` when the body is invalid and nothing was sent
 */
export async function sendCall(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  fields: readonly CallField[],
  values: CallValues,
  key: string,
): Promise<CallAnswer | 'none' | 'no-json'> {
  const given = fields.flatMap(({ id, name, kind }) => {
    const value = values[id];
    return value === undefined || value === '' ? [] : [{ name, kind, value }];
  });
  const texts = (wanted: CallField['kind']) =>
    given.flatMap(({ name, kind, value }) =>
      kind === wanted && typeof value === 'string' ? [[name, value] as const] : [],
    );
  const headers = new Headers(texts('header').map(([name, value]) => [name, value]));
  if (key !== '') headers.set('x-api-key', key);
  const [json] = texts('json');
  if (json !== undefined && !isJson(json[1])) return 'no-json';
  if (json !== undefined) headers.set('content-type', 'application/json');
  const parts = given.filter(({ kind }) => kind === 'file' || kind === 'form');
  const query = new URLSearchParams(texts('query').map(([name, value]) => [name, value])).toString();
  const inPath = Object.fromEntries(texts('path'));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  try {
    const response = await fetch(query === '' ? address : `${address}?${query}`, {
      method,
      headers,
      credentials: 'omit',
      body: parts.length > 0 ? formOf(parts) : (json?.[1] ?? null),
    });
    return await answerOf(response);
  } catch {
    return 'none';
  }
}

function formOf(parts: readonly { readonly name: string; readonly value: string | File }[]): FormData {
  const form = new FormData();
  for (const { name, value } of parts) form.append(name, value);
  return form;
}

async function answerOf(response: Response): Promise<CallAnswer> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const status = `${response.status} ${response.statusText}`.trim();
  if (type.startsWith('image/')) return { status, type, text: '', picture: await response.blob() };
  const text = await response.text();
  const shown = type.endsWith('json') && isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return { status, type, text: shown.slice(0, MAX_TEXT), picture: undefined };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
