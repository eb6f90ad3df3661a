import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TRANSLATIONS } from '@clearcut/schemas/languages';
import type { Plugin } from 'vite';
import { fileOf } from './src/lib/i18n/text-files.ts';

/** The client's own, and those of errors. */
const folders = ['./locales/', '../schemas/locales/'].map((path) => new URL(path, import.meta.url));

function filesIn(language: string): ReadonlyMap<string, string> {
  const files = new Map<string, Record<string, unknown>>();
  const paths = folders.flatMap((folder) =>
    readdirSync(new URL(`${language}/`, folder)).map((name) => new URL(`${language}/${name}`, folder)),
  );
  for (const path of paths) {
    const namespace = basename(path.pathname, '.json');
    const texts: unknown = JSON.parse(readFileSync(path, 'utf8'));
    files.set(fileOf(namespace), { ...files.get(fileOf(namespace)), [namespace]: texts });
  }
  return new Map([...files].map(([name, texts]) => [name, JSON.stringify(texts)]));
}

/**
 * The folder's name has one digest for all: browsers cache them for good, and the first load need not list each
 * language's files.
 */
export function texts(): Plugin {
  const languages = new Map(TRANSLATIONS.map(({ code }) => [code as string, filesIn(code)]));
  const digest = createHash('sha256');
  for (const files of languages.values()) for (const content of files.values()) digest.update(content);
  const base = `assets/texts-${digest.digest('hex').slice(0, 10)}`;
  return {
    name: 'texts',
    config: () => ({ define: { 'import.meta.env.VITE_TEXTS': JSON.stringify(`/${base}`) } }),
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [language, files] of languages) {
        for (const [name, source] of files) {
          this.emitFile({ type: 'asset', fileName: `${base}/${language}/${name}.json`, source });
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${base}`, ({ url = '' }, response, next) => {
        const [, language = '', name = ''] = url.replace(/\.json.*$/, '').split('/');
        const content = languages.has(language) ? filesIn(language).get(name) : undefined;
        if (content === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(content);
      });
    },
  };
}
