/** `npm run wasm`: compiles the worker's WebAssembly text; a test holds the result to its source. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const folder = new URL('../inference-worker/src/wasm/', import.meta.url);
const tools = await wabt();

/** @returns {string} the module of `file`, in base64 */
function compiled(file) {
  const module = tools.parseWat(file, readFileSync(new URL(file, folder), 'utf8'), { simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  return Buffer.from(buffer).toString('base64');
}

/** In TypeScript, so that a bundle holds it too. */
export const sourceOf = (file) =>
  `/** Compiled from ${file}: \`npm run wasm\`. */\nexport const module = Buffer.from(\n  '${compiled(file)}',\n  'base64',\n);\n`;

export const files = () => globSync('*.wat', { cwd: fileURLToPath(folder) });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of files()) writeFileSync(new URL(file.replace('.wat', '.wasm.ts'), folder), sourceOf(file));
}
