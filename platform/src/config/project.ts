import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder that holds the workspaces, without a slash at the end. */
export const projectRoot: string = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)));
