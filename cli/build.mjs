/** Bundles the command line without its dependencies. */
import { cp, readFile, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const at = (path) => new URL(path, import.meta.url);
const { dependencies } = JSON.parse(await readFile(at('package.json'), 'utf8'));
const packages = Object.keys(dependencies);

await rm(at('dist'), { recursive: true, force: true });
const bundle = await rolldown({
  input: at('src/main.ts').pathname,
  platform: 'node',
  external: (name) =>
    name.startsWith('node:') ||
    (name !== '@clearcut/node/source' && packages.some((one) => name === one || name.startsWith(`${one}/`))),
  plugins: [
    {
      name: 'library as a package',
      // In the repository it runs from source.
      resolveId: (name) => (name === '@clearcut/node/source' ? { id: '@clearcut/node', external: true } : null),
    },
  ],
  transform: { target: 'node20' },
});
await bundle.write({ file: at('dist/main.js').pathname, format: 'esm', codeSplitting: false });
await bundle.close();
await cp(at('../LICENSE'), at('LICENSE'));
