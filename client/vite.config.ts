import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg)$/;

/** Writes a .br and a .gz beside every text file: the server sends those and compresses nothing itself. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => TEXT.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir, file);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  plugins: [react(), precompress()],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2022',
    // The content security policy allows no data: scripts, and a file of its own is cached for good.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One request per language instead of one per namespace.
            {
              debugName: 'locales',
              name: (id) => /\/locales\/([\w-]+)\//.exec(id)?.[1]?.replace(/^/, 'locale-') ?? null,
              test: /\/locales\//,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'ui',
              test: /node_modules\/(@mui\/(?!stylis)|@emotion|stylis|react-router|i18next|react-i18next)\//,
            },
          ],
        },
      },
    },
  },
});
