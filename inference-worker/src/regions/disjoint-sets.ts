import type { Workspace } from '../memory/workspace.ts';

/** Union by size, path halving. */
export class DisjointSets {
  /** A root holds its size, negated: one array misses the cache half as often as two. */
  readonly #parent: Int32Array;

  constructor(count: number, space: Workspace) {
    this.#parent = space.ints(count).fill(-1);
  }

  find(member: number): number {
    const parent = this.#parent;
    let at = member;
    for (;;) {
      const above = parent[at]!;
      if (above < 0) return at;
      const next = parent[above]!;
      if (next < 0) return above;
      parent[at] = next;
      at = next;
    }
  }

  sizeOf(root: number): number {
    return -this.#parent[root]!;
  }

  join(one: number, other: number): number {
    const isSmaller = this.sizeOf(one) < this.sizeOf(other);
    const root = isSmaller ? other : one;
    const child = isSmaller ? one : other;
    this.#parent[root]! += this.#parent[child]!;
    this.#parent[child] = root;
    return root;
  }
}
