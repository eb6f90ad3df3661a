/** Bundles the library with the worker's pixel code and the model. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { rolldown } from 'rolldown';
import ts from 'typescript-5';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';

const at = (path) => new URL(path, import.meta.url);
const { dependencies } = JSON.parse(await readFile(at('package.json'), 'utf8'));
const outside = new Set([...builtinModules, ...Object.keys(dependencies)]);

await rm(at('dist'), { recursive: true, force: true });
await rm(at('models'), { recursive: true, force: true });

const bundle = await rolldown({
  input: { index: at('src/index.ts').pathname, thread: at('src/thread.ts').pathname },
  platform: 'node',
  external: (name) => name.startsWith('node:') || outside.has(name),
  transform: { target: 'node20' },
});
await bundle.write({ dir: at('dist').pathname, format: 'esm', chunkFileNames: '[name].js' });
await bundle.close();

for (const name of ['index', 'types', 'errors', 'session']) {
  const file = at(`src/${name}.ts`);
  const { outputText } = ts.transpileDeclaration(await readFile(file, 'utf8'), {
    fileName: file.pathname,
    compilerOptions: { declaration: true, isolatedDeclarations: true, module: ts.ModuleKind.NodeNext },
  });
  // Imports without names declare nothing, and are not in the package.
  const named = outputText.replaceAll(/^import '.*';\n/gm, '');
  await writeFile(at(`dist/${name}.d.ts`), named.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}

const model = `../inference-worker/models/${DEFAULT_MODEL}`;
await mkdir(at(`models/${DEFAULT_MODEL}`), { recursive: true });
for (const file of ['manifest.json', 'model.onnx', 'detail.onnx', 'MODEL_CARD.md']) {
  await cp(at(`${model}/${file}`), at(`models/${DEFAULT_MODEL}/${file}`));
}
for (const file of ['LICENSE', 'NOTICE']) await cp(at(`../${file}`), at(file));
