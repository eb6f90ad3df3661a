/** Namespaces that the page fetches in one file, because it always wants them together; each other one is a file of its own. */
export const JOINED = {
  first: ['common', 'home', 'uploads', 'errors'],
  bench: ['result', 'saves', 'account-errors'],
} as const;

/** The file that holds a namespace. */
export const fileOf = (namespace: string): string =>
  Object.entries(JOINED).find(([, joined]) => (joined as readonly string[]).includes(namespace))?.[0] ?? namespace;

/** Texts by namespace. */
export type TextFile = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Fetches a file of texts by its name: a list of the files of all languages would be weight in the first load.
 * @throws TypeError when it does not come
 */
export async function fetchTexts(language: string, file: string): Promise<TextFile> {
  const response = await fetch(`${import.meta.env.VITE_TEXTS}/${language}/${file}.json`);
  if (!response.ok) throw new TypeError(`No ${file} texts in ${language}: ${response.status}`);
  return (await response.json()) as TextFile;
}
