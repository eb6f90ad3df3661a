import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../config/project.ts';

/**
 * Where Node keeps modules that it has compiled and stripped of types, for the launcher and the services: it halves the work of a
 * start. Not Node's own default, which is a folder for temporary files that other users can write to.
 */
export const compileCache = join(projectRoot, '.cache', 'compiled');

// Where the folder cannot be written, this does nothing and a start takes a second longer.
enableCompileCache(compileCache);
