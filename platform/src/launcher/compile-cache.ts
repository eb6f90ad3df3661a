import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../config/project.ts';

/** Halves a start. Not in Node's default folder, which other users can write to. */
export const compileCache = join(projectRoot, '.cache', 'compiled');

// No effect in a read-only folder.
enableCompileCache(compileCache);
