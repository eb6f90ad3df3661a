import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute, without a trailing slash. */
export const projectRoot: string = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));
