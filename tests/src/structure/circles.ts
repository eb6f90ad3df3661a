export interface Importing {
  readonly path: string;
  readonly imports: readonly string[];
}

type Edges = Map<string, Set<string>>;

/**
 * Import cycles between siblings in a folder: files, and sub-folders with all their content. Two files may be free of a
 * cycle where their folders form one. By folder, the names in each cycle.
 */
export function findCircles(files: readonly Importing[]): Record<string, string[][]> {
  const folders = new Map<string, Edges>();
  for (const { path, imports } of files) {
    for (const to of imports) {
      const parting = partingOf(path.split('/'), to.split('/'));
      if (parting === undefined) continue;
      const edges: Edges = folders.get(parting.folder) ?? new Map();
      folders.set(parting.folder, edges);
      edges.set(parting.from, (edges.get(parting.from) ?? new Set()).add(parting.to));
    }
  }
  const found = [...folders].map(([folder, edges]) => [folder, circlesOf(edges)] as const);
  return Object.fromEntries(found.filter(([, circles]) => circles.length > 0).sort(([a], [b]) => a.localeCompare(b)));
}

/** The innermost common folder, and each file's name within it. */
function partingOf(
  from: readonly string[],
  to: readonly string[],
): { readonly folder: string; readonly from: string; readonly to: string } | undefined {
  const at = from.findIndex((name, index) => to[index] !== name);
  const [fromName, toName] = [from[at], to[at]];
  if (fromName === undefined || toName === undefined) return undefined;
  return { folder: from.slice(0, at).join('/'), from: fromName, to: toName };
}

function circlesOf(edges: Edges): string[][] {
  const reached = new Map([...edges.keys()].map((name) => [name, reachedFrom(edges, name)]));
  const circles = [...edges.keys()]
    .filter((name) => reached.get(name)?.has(name))
    .map((name) => [...edges.keys()].filter((other) => reached.get(name)?.has(other) && reached.get(other)?.has(name)));
  return [...new Map(circles.map((names) => [names.sort().join(), names]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, names]) => names);
}

function reachedFrom(edges: Edges, start: string): Set<string> {
  const reached = new Set<string>();
  const next = [...(edges.get(start) ?? [])];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    next.push(...(edges.get(name) ?? []));
  }
  return reached;
}
