/**
 * Writes the types of an OpenAPI document: `node generate.mjs DOCUMENT OUTPUT`.
 * The generator uses the compiler's old interface, which TypeScript 7 does not have: it is given TypeScript 5.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
const { astToString, default: openapiTS } = await import('openapi-typescript');

const [, , document = '', output = ''] = process.argv;
const nodes = await openapiTS(await readFile(document, 'utf8'));
await writeFile(
  output,
  `/* Made by generate.mjs from the OpenAPI document: change that, and run it again. */\n${astToString(nodes)}`,
);
