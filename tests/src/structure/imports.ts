import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';

/** A source file of a workspace, by its path relative to the `src` of that workspace. */
export interface SourceFile {
  readonly path: string;
  /** The files of the workspace that it imports. */
  readonly imports: readonly string[];
  /** What else it imports, as it names it. */
  readonly packages?: readonly string[];
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const isRelative = (name: string): boolean => /^\.{1,2}\//.test(name);
const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name);

/** All source files of a workspace but specs, which may look into any room. */
export async function sourceFiles(workspace: string): Promise<SourceFile[]> {
  const root = join(projectRoot, workspace, 'src');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (file) => {
      const imported = [...(await readFile(file, 'utf8')).matchAll(IMPORT)].map(([, to = '']) => to);
      return {
        path: relative(root, file),
        imports: imported
          .filter((to) => isRelative(to) && isSource(to))
          .map((to) => relative(root, normalize(join(dirname(file), to)))),
        packages: imported.filter((to) => !isRelative(to)),
      };
    }),
  );
}

/** The folders of a path, outermost first: `a/b/c.ts` has `a` and `b`. */
export const foldersOf = (path: string): string[] => path.split('/').slice(0, -1);

/**
 * A circle among folders that lie side by side, as `a -> b -> a`, with the files that close it; undefined when there is none. A file of
 * a folder may import from the folders in it and these from it: the outer folder is what they are parts of.
 */
export function findCircle(files: readonly SourceFile[]): string | undefined {
  const edges = new Map<string, Map<string, string>>();
  for (const { path, imports } of files) {
    for (const to of imports) {
      const [from, target] = sidesOf(foldersOf(path), foldersOf(to));
      if (from === undefined || target === undefined) continue;
      const before = edges.get(from) ?? new Map<string, string>();
      edges.set(from, before.set(target, `${path} -> ${to}`));
    }
  }
  for (const from of edges.keys()) {
    const way = wayBack(edges, from);
    if (way !== undefined)
      return way.map((step, at) => `${step} (${edges.get(step)?.get(way[at + 1] ?? from)})`).join(', ');
  }
  return undefined;
}

/** The folders side by side in which the two files lie; undefined where one lies in a folder that holds the other. */
function sidesOf(from: readonly string[], to: readonly string[]): [string?, string?] {
  const at = from.findIndex((name, index) => to[index] !== name);
  if (at === -1 || to[at] === undefined) return [];
  return [from.slice(0, at + 1).join('/'), to.slice(0, at + 1).join('/')];
}

/** The folders on the shortest way from `start` back to it. */
function wayBack(edges: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of edges.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
