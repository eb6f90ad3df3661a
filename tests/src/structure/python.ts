import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Importing } from './circles.ts';

const IMPORT = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+([\w, ()]+)|import[ \t]+([\w., ]+))/gm;

/** Modules of a folder of scripts, with those of their imports that are files there; imports for types count. */
export async function pythonImports(folder: string): Promise<Importing[]> {
  const files = globSync(`${folder}/**/*.py`, { cwd: projectRoot });
  const known = new Set(files);
  return Promise.all(
    files.map(async (path) => ({
      path,
      imports: importsOf(await readFile(join(projectRoot, path), 'utf8'))
        .flatMap((name) => candidates(name, path, folder))
        .filter((found) => known.has(found) && found !== path),
    })),
  );
}

/** Dotted names; `from a import b` may mean the module `a.b`. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, from, names = '', plain = '']) => {
    const parts = (from === undefined ? plain : names).split(/[\s,()]+/).filter((name) => /^[\w.]+$/.test(name));
    if (from === undefined) return parts;
    return [from, ...parts.map((name) => (from.endsWith('.') ? from + name : `${from}.${name}`))];
  });
}

function candidates(name: string, importer: string, folder: string): string[] {
  const base = name.startsWith('.') ? dirname(importer) : folder;
  const path = join(base, name.replace(/^\./, '').replaceAll('.', '/'));
  return [`${path}.py`, join(path, '__init__.py')];
}
