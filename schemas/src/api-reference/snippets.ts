import { type ApiDocument, type Operation, resolve, type Schema } from './document.ts';

export const CODE_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
export type Snippets = Readonly<Partial<Record<CodeLanguage, string>>>;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly isForKeys: boolean;
  /** `file`: a form with a picture. Undefined: no body. */
  readonly body: { readonly json: unknown } | 'file' | undefined;
  readonly answer: 'json' | 'stream' | 'nothing' | { readonly file: string };
}

/** Reads the key from the environment variable CLEARCUT_API_KEY. */
export function snippetsOf(document: ApiDocument, operation: Operation): Snippets {
  const call = callOf(document, operation);
  return { curl: curl(call), TypeScript: typescript(call), Python: python(call) };
}

function callOf(document: ApiDocument, { method, path, security, requestBody, responses }: Operation): Call {
  const { content = {} } = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? {};
  const types = Object.keys(content);
  const json = requestBody?.content['application/json']?.schema;
  return {
    method,
    url: (document.servers[0]?.url ?? '') + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholder(name)),
    isForKeys: security.length > 0,
    body:
      requestBody?.content['multipart/form-data'] !== undefined
        ? 'file'
        : json && { json: sampleOf(document, json) ?? {} },
    answer: answerOf(types),
  };
}

function answerOf(types: readonly string[]): Call['answer'] {
  const [first] = types;
  if (first === undefined) return 'nothing';
  if (types.includes('application/json')) return 'json';
  if (first === 'text/event-stream') return 'stream';
  return { file: first === 'application/zip' ? 'batch.zip' : 'cutout.png' };
}

/** `messageId` becomes MESSAGE_ID, which the reader replaces. */
const placeholder = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();

/** Example of a schema, or an object of its required fields. */
export function sampleOf(document: ApiDocument, given: Schema): unknown {
  const schema = resolve(document, given);
  if (given.default !== undefined) return given.default;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.properties !== undefined) {
    const { properties, required = [] } = schema;
    // Without required fields, shows one optional field rather than none.
    const shown = required.length > 0 ? required : Object.keys(properties).slice(-1);
    return Object.fromEntries(shown.map((name) => [name, sampleOf(document, properties[name] ?? {})]));
  }
  if (schema.items !== undefined) return [sampleOf(document, schema.items)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  return schema.type === 'string' ? 'https://example.com/hook' : null;
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

function curl({ method, url, isForKeys, body, answer }: Call): string {
  return [
    `curl ${method === 'GET' || body === 'file' ? '' : `-X ${method} `}'${url}'`,
    ...(isForKeys ? [`-H "X-Api-Key: $CLEARCUT_API_KEY"`] : []),
    ...(body === 'file' ? ['-F file=@photo.jpg'] : []),
    ...(typeof body === 'object' ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.json)}'`] : []),
    ...(answer === 'stream' ? ['-N'] : []),
    ...(typeof answer === 'object' ? [`-o ${answer.file}`] : []),
  ].join(' \\\n  ');
}

function typescript({ method, url, isForKeys, body, answer }: Call): string {
  const imports = [
    ...(body === 'file' ? [`import { openAsBlob } from 'node:fs';`] : []),
    ...(typeof answer === 'object' ? [`import { writeFile } from 'node:fs/promises';`] : []),
  ];
  const headers = [
    ...(isForKeys ? [`'X-Api-Key': process.env.CLEARCUT_API_KEY!`] : []),
    ...(typeof body === 'object' ? [`'Content-Type': 'application/json'`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(body === 'file' ? ['body: form,'] : []),
    ...(typeof body === 'object'
      ? [`body: JSON.stringify(${indented(JSON.stringify(body.json, null, 2), '  ')}),`]
      : []),
  ];
  return [
    ...(imports.length === 0 ? [] : [...imports, '']),
    ...(body === 'file'
      ? ['const form = new FormData();', `form.set('file', await openAsBlob('photo.jpg'), 'photo.jpg');`]
      : []),
    `const answer = await fetch('${url}'${options.length === 0 ? '' : `, {\n  ${options.join('\n  ')}\n}`});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    ...(answer === 'json' ? ['console.log(await answer.json());'] : []),
    ...(answer === 'stream' ? ['for await (const part of answer.body!) process.stdout.write(part);'] : []),
    ...(typeof answer === 'object'
      ? [`await writeFile('${answer.file}', Buffer.from(await answer.arrayBuffer()));`]
      : []),
  ].join('\n');
}

function python({ method, url, isForKeys, body, answer }: Call): string {
  const options = [
    `"${url}",`,
    ...(isForKeys ? [`headers={"X-Api-Key": os.environ["CLEARCUT_API_KEY"]},`] : []),
    ...(body === 'file' ? [`files={"file": open("photo.jpg", "rb")},`] : []),
    ...(typeof body === 'object' ? [`json=${indented(pythonLiteral(body.json), '    ')},`] : []),
    ...(answer === 'stream' ? ['stream=True,'] : []),
  ];
  return [
    ...(isForKeys ? ['import os', ''] : []),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n    ${options.join('\n    ')}\n)`,
    'answer.raise_for_status()',
    ...(answer === 'json' ? ['print(answer.json())'] : []),
    ...(answer === 'stream' ? ['for line in answer.iter_lines():', '    print(line.decode())'] : []),
    ...(typeof answer === 'object'
      ? [`with open("${answer.file}", "wb") as file:`, '    file.write(answer.content)']
      : []),
  ].join('\n');
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${pythonLiteral(inner)}`);
  return `{${fields.join(', ')}}`;
}
