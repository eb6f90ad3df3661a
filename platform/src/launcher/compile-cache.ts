import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../config/project.ts';

/** Halves the time of a start. Not Node's default, a temporary folder that other users can write to. */
export const compileCache = join(projectRoot, '.cache', 'compiled');

// No effect in a read-only folder; a start then takes a second longer.
enableCompileCache(compileCache);
