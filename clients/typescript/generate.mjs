/** `node generate.mjs DOCUMENT OUTPUT`. Needs the compiler API of TypeScript 5. */
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
