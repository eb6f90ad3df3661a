import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute, without a trailing slash. */
export const projectRoot: string = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));

/** Version of this release; `npm run release` writes it to packages, documents and the image. */
export const version: string = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version;
