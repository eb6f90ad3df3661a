/** Namespaces that load together as one file; every other one is a separate file. */
export const JOINED = {
  first: ['common', 'home', 'uploads', 'errors', 'failures'],
  bench: ['result', 'saves', 'account-errors'],
} as const;

export const fileOf = (namespace: string): string =>
  Object.entries(JOINED).find(([, joined]) => (joined as readonly string[]).includes(namespace))?.[0] ?? namespace;

export type TextFile = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A list of all languages' files would weigh on the first load.
 * @throws TypeError when the request fails
 */
export async function fetchTexts(language: string, file: string): Promise<TextFile> {
  const response = await fetch(`${import.meta.env.VITE_TEXTS}/${language}/${file}.json`);
  if (!response.ok) throw new TypeError(`No ${file} texts in ${language}: ${response.status}`);
  return (await response.json()) as TextFile;
}
