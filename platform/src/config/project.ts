import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute, without a trailing slash. */
export const projectRoot: string = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));

/** Written by `npm run release`. */
export const version: string = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version;
