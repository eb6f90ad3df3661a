import { invalid } from '../engine/model.ts';

type Tree = { [key: string]: Tree | string };

const MAX_DEPTH = 8;
const MAX_PARAMETERS = 500;
/** No prototype, which a key could name. */
const newTree = (): Tree => Object.create(null) as Tree;

/** Decodes `a[b][0]=c`, Stripe's encoding of parameters. Objects with keys 0, 1, 2 … become arrays. */
export function parseForm(text: string): unknown {
  const root = newTree();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > MAX_PARAMETERS) throw invalid('Too many parameters');
    const path = name.split(/[[\]]+/).filter((part, index) => index === 0 || part !== '');
    if (path.length > MAX_DEPTH) throw invalid('Invalid nesting of parameters', { param: path[0] });
    let at = root;
    for (const [index, key] of path.entries()) {
      const own = key === '' ? String(Object.keys(at).length) : key;
      if (index === path.length - 1) at[own] = value;
      else {
        const next = at[own];
        const branch: Tree = typeof next === 'object' ? next : newTree();
        at[own] = branch;
        at = branch;
      }
    }
  }
  return withArrays(root);
}

function withArrays(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const entries = Object.entries(tree).map(([key, value]) => [key, withArrays(value)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
