import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDE_FILES, GUIDES, PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import type { Plugin } from 'vite';
import { parseGuide } from './src/features/developers/docs/guide/parse.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const addresses = new Map(GUIDES.map((guide) => [GUIDE_FILES[guide] as string, PUBLIC_PAGES[guide].path]));

/** Turns the project's Markdown into blocks, so that neither browser nor server parses it. */
export function guides(): Plugin {
  return {
    name: 'guides',
    load: {
      filter: { id: /\.md$/ },
      handler(file) {
        const addressOf = (target: string): string | undefined =>
          target.startsWith('https://') ? target : addresses.get(relative(root, resolve(dirname(file), target)));
        const blocks = parseGuide(readFileSync(file, 'utf8'), addressOf);
        return `export default ${JSON.stringify(blocks)};`;
      },
    },
  };
}
