import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { StoredBody } from '../../http/site.ts';

/** How the names of the forms end. The plain one is written last: where it is, the others are. */
const FORMS = { br: '.html.br', gzip: '.html.gz' } as const;
const PLAIN = '.html';

export interface KeptDocuments {
  /** @param name path without an ending, which names all that the document is made of */
  find(name: string): Promise<StoredBody | undefined>;
  keep(name: string, markup: string): Promise<StoredBody>;
  /** Removes what other builds have left. */
  forgetOthers(): Promise<void>;
}

/**
 * Documents on disk, compressed as well as it goes, since each is written once. Processes that share the folder may write the same one at once: a
 * file gets its name when it is whole, and both have the same in it.
 * @param build names all that the documents of this program are made of, beside what `name` says
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
