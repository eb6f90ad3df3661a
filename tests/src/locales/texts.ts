import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Texts of the browser, those of mails, exported files and pages without scripts, and those of errors. */
export const FOLDERS = {
  client: new URL('../../../client/locales/', import.meta.url),
  server: new URL('../../../command-api/locales/', import.meta.url),
  schemas: new URL('../../../schemas/locales/', import.meta.url),
} as const;

export type Folder = keyof typeof FOLDERS;

/** By key: `nav.pricing`. */
export type Texts = Readonly<Record<string, string>>;

export const languagesWithTexts = (folder: Folder): string[] => readdirSync(FOLDERS[folder]).toSorted();

/** Empty without a folder. */
export function filesOf(folder: Folder, language: string): string[] {
  const path = new URL(`${language}/`, FOLDERS[folder]);
  return existsSync(path) ? readdirSync(path).toSorted() : [];
}

export const textsOf = (folder: Folder, language: string, file: string): Texts =>
  flatten(JSON.parse(readFileSync(new URL(`${language}/${file}`, FOLDERS[folder]), 'utf8')));

function flatten(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return { [path]: value };
  const entries = Object.entries(value as object);
  return Object.assign({}, ...entries.map(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key)));
}
