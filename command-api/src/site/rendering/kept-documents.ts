import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { StoredBody } from '../../http/site.ts';

/** The plain form is written last, so its presence implies the others. */
const FORMS = { br: '.html.br', gzip: '.html.gz' } as const;
const PLAIN = '.html';

export interface KeptDocuments {
  /** @param name path without extension, covering all inputs of the document */
  find(name: string): Promise<StoredBody | undefined>;
  keep(name: string, markup: string): Promise<StoredBody>;
  forgetOthers(): Promise<void>;
}

/**
 * Caches documents on disk, compressed as far as possible. Processes may share the folder: files are renamed when
 * complete and have equal content.
 * @param build identifies all other inputs of this program's documents
 */
export function createKeptDocuments(folder: string, build: string): KeptDocuments {
  const stored = (name: string): StoredBody => ({
    etag: `${build}-${name}`.replaceAll(/[^\w-]/g, '-'),
    read: (encoding) => readFile(join(folder, build, name + (encoding === undefined ? PLAIN : FORMS[encoding]))),
  });
  return {
    async find(name) {
      try {
        await access(join(folder, build, name + PLAIN));
        return stored(name);
      } catch {
        return undefined;
      }
    },
    async keep(name, markup) {
      const path = join(folder, build, name);
      await mkdir(dirname(path), { recursive: true });
      const [br, zipped] = await Promise.all([
        promisify(brotliCompress)(markup),
        promisify<string, { level: number }, Buffer>(gzip)(markup, { level: 9 }),
      ]);
      await write(path + FORMS.br, br);
      await write(path + FORMS.gzip, zipped);
      await write(path + PLAIN, markup);
      return stored(name);
    },
    async forgetOthers() {
      const builds = await readdir(folder).catch(() => []);
      const others = builds.filter((one) => one !== build);
      await Promise.all(others.map((one) => rm(join(folder, one), { recursive: true, force: true })));
    },
  };
}

async function write(path: string, content: Uint8Array | string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, content);
  await rename(fresh, path);
}
