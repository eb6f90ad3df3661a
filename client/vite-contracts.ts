import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { Plugin } from 'vite';
import * as shapes from './src/lib/contracts/shape.ts';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

type Routes = Readonly<Record<string, Contract>>;

const FOLDER = fileURLToPath(new URL('../schemas/src/contracts/', import.meta.url));
const SOURCES = fileURLToPath(new URL('src/', import.meta.url));
const SHAPES = fileURLToPath(new URL('src/lib/contracts/shape.ts', import.meta.url));

/** Results of a translation: code in the build, functions in its spec. */
export interface Forms<Form> {
  readonly text: Form;
  readonly number: Form;
  readonly boolean: Form;
  readonly anything: Form;
  oneOf(...values: readonly unknown[]): Form;
  either(...forms: readonly Form[]): Form;
  nullable(form: Form): Form;
  optional(form: Form): Form;
  list(form: Form): Form;
  record(form: Form): Form;
  object(fields: Readonly<Record<string, Form>>): Form;
}

/**
 * Translates a schema of answers, which the server has already parsed: formats, bounds and defaults are left out.
 * @throws for a kind of schema that no answer has had so far
 */
export function translate<Form>(schema: $ZodType, forms: Forms<Form>, known?: (schema: $ZodType) => Form | undefined) {
  const inner = (one: $ZodType): Form => known?.(one) ?? translate(one, forms, known);
  const {
    _zod: { def },
  } = schema as $ZodTypes;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- answers use a third of zod's kinds
  switch (def.type) {
    case 'string':
      return forms.text;
    case 'number':
    case 'boolean':
      return forms[def.type];
    case 'unknown':
    case 'transform':
      return forms.anything;
    // They grow while a page is open.
    case 'enum':
      return forms.text;
    case 'literal':
      return forms.oneOf(...def.values);
    case 'union':
      return forms.either(...def.options.map(inner));
    case 'nullable':
    case 'optional':
      return forms[def.type](inner(def.innerType));
    case 'default':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.out);
    case 'array':
      return forms.list(inner(def.element));
    case 'record':
      return forms.record(inner(def.valueType));
    case 'object':
      return forms.object(Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, inner(one)])));
    default:
      throw new Error(`Answers have no schema of type ${def.type} so far`);
  }
}

const called = (name: string, parts: readonly string[]) => `/* @__PURE__ */ ${name}(${parts.join()})`;
const code: Forms<string> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  anything: 'anything',
  oneOf: (...values) =>
    called(
      'oneOf',
      values.map((value) => JSON.stringify(value)),
    ),
  either: (...forms) => called('either', forms),
  nullable: (form) => called('nullable', [form]),
  optional: (form) => called('optional', [form]),
  list: (form) => called('list', [form]),
  record: (form) => called('record', [form]),
  object: (fields) =>
    called('object', [
      `{${Object.entries(fields)
        .map(([name, form]) => `${JSON.stringify(name)}:${form}`)
        .join()}}`,
    ]),
};

async function groupsOf(file: string): Promise<readonly (readonly [name: string, routes: Routes])[]> {
  const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  return Object.entries(module).filter((entry): entry is [string, Routes] => entry[0].endsWith('Contracts'));
}

const schemasOf = ({ answers }: Contract): readonly $ZodType[] =>
  Object.values(answers).flatMap(({ schema }) => schema ?? []);

/** Schemas that answer several routes, which share one module. */
async function sharedAnswers(): Promise<readonly $ZodType[]> {
  const met = new Map<$ZodType, number>();
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const [, routes] of await groupsOf(FOLDER + file)) {
      const schemas = Object.values(routes).flatMap(schemasOf);
      for (const schema of schemas) met.set(schema, (met.get(schema) ?? 0) + 1);
    }
  }
  return [...met].filter(([, times]) => times > 1).map(([schema]) => schema);
}

const IMPORT_FORMS = `import { ${Object.keys(shapes).join()} } from ${JSON.stringify(SHAPES)};`;
const NAME = '@clearcut/schemas/contracts/';
const PATH = '/contracts/';
const ROUTE = '?route=';
const SHARED = '\0answer:';

/**
 * Reduces contracts to what the browser needs of them, a module for each route: method, path, and the forms of its
 * answers in a few bytes. zod and the rest would weigh a tenth of the first load.
 */
export function contracts(): Plugin {
  let shared: Promise<readonly $ZodType[]> | undefined;

  async function shapeModule(schema: $ZodType, wrap: (form: string) => string, isRoot: boolean): Promise<string> {
    const all = await (shared ??= sharedAnswers());
    const imports = new Set<number>();
    const known = (one: $ZodType): string | undefined => {
      const index = all.indexOf(one);
      if (index === -1) return undefined;
      imports.add(index);
      return `shared${index}`;
    };
    const form = (isRoot ? known(schema) : undefined) ?? translate(schema, code, known);
    const lines = [...imports].map((index) => `import shared${index} from ${JSON.stringify(SHARED + index)};`);
    return [...lines, IMPORT_FORMS, `export default ${wrap(form)};`].join('\n');
  }

  async function routeModule({ method, path, answers }: Contract): Promise<string> {
    const start = JSON.stringify({ method, path }).slice(0, -1);
    const [status, { schema } = { schema: undefined }] =
      Object.entries(answers).find(([one, answer]) => Number(one) < 300 && answer.schema !== undefined) ?? [];
    if (schema === undefined) return `export default ${start},answers:{}};`;
    return shapeModule(schema, (form) => `${start},answers:{${status}:{schema:answer(${form})}}}`, true);
  }

  return {
    name: 'contracts',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source.startsWith(SHARED)) return { id: source, moduleSideEffects: false };
      const isRoute = source.includes(ROUTE);
      if (!isRoute && !(source.startsWith(NAME) && importer.startsWith(SOURCES))) return null;
      // Vite's server and cache name files from the project's root.
      const path = source.slice(source.indexOf(PATH) + PATH.length);
      return { id: FOLDER + path + (isRoute ? '' : `.ts${ROUTE}`), moduleSideEffects: false };
    },
    async load(id) {
      if (id.startsWith(SHARED)) {
        const schema = (await (shared ??= sharedAnswers()))[Number(id.slice(SHARED.length))];
        return schema && shapeModule(schema, (form) => form, false);
      }
      const [file = '', route] = id.split(ROUTE);
      if (route === undefined) return null;
      const groups = await groupsOf(file);
      if (route === '') return groups.map(([name]) => `export * as ${name} from '${file}${ROUTE}${name}';`).join('\n');
      const [group = '', name] = route.split('.');
      const routes = groups.find(([one]) => one === group)?.[1] ?? {};
      const contract = routes[name ?? ''];
      if (contract !== undefined) return routeModule(contract);
      return Object.keys(routes)
        .map((one) => `export { default as ${one} } from '${file}${ROUTE}${group}.${one}';`)
        .join('\n');
    },
  };
}
