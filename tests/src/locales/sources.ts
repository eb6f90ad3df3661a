import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { LanguageCode } from '@clearcut/schemas/constants';
import { DEFAULT_LANGUAGE } from '@clearcut/schemas/languages';
import { filesOf, type Folder, FOLDERS, type Texts, textsOf } from './texts.ts';

/** Per file and key, a short digest of the English text that was translated. */
type Sources = Readonly<Record<string, Readonly<Record<string, string>>>>;

const LENGTH = 6;
const fileFor = (language: LanguageCode): URL => new URL(`sources/${language}.json`, import.meta.url);
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);

/** Current English. */
function sourcesNow(): Sources {
  const files = (Object.keys(FOLDERS) as Folder[]).flatMap((folder) =>
    filesOf(folder, DEFAULT_LANGUAGE).map((file) => {
      const texts = Object.entries(textsOf(folder, DEFAULT_LANGUAGE, file));
      return [`${folder}/${file}`, Object.fromEntries(texts.map(([key, text]) => [key, digestOf(text)]))] as const;
    }),
  );
  return Object.fromEntries(files);
}

/** Marks this language's texts as translations of the current English. */
export function stamp(language: LanguageCode): void {
  mkdirSync(new URL('.', fileFor(language)), { recursive: true });
  writeFileSync(fileFor(language), `${JSON.stringify(sourcesNow(), null, 2)}\n`);
}

/** Texts whose English has changed since. */
export function staleTexts(language: LanguageCode): string[] {
  if (language === DEFAULT_LANGUAGE) return [];
  if (!existsSync(fileFor(language))) {
    return [
      `was never stamped: npm run locales -- stamp ${language}, once all its texts are those of English as it is`,
    ];
  }
  const made = JSON.parse(readFileSync(fileFor(language), 'utf8')) as Sources;
  return changedBetween(made, sourcesNow(), (path) => {
    const [folder = '', file = ''] = path.split('/');
    return filesOf(folder as Folder, language).includes(file) ? textsOf(folder as Folder, language, file) : {};
  });
}

/** @param textsIn the translated texts of a file; a missing one is not stale */
export function changedBetween(made: Sources, now: Sources, textsIn: (path: string) => Texts): string[] {
  return Object.entries(now).flatMap(([path, digests]) => {
    const texts = textsIn(path);
    return Object.entries(digests).flatMap(([key, digest]) => {
      const before = made[path]?.[key];
      if (before === digest || !(key in texts)) return [];
      return before === undefined
        ? [`${path}: ${key} is not stamped yet: npm run locales -- stamp`]
        : [`${path}: ${key} is stale: its English changed after it was translated`];
    });
  });
}
