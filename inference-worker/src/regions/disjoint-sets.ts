import type { Workspace } from '../memory/workspace.ts';

/** Union by size, path halving. */
export class DisjointSets {
  readonly #parent: Int32Array;
  readonly #size: Int32Array;

  constructor(count: number, space: Workspace) {
    this.#parent = space.ints(count);
    for (let i = 0; i < count; i++) this.#parent[i] = i;
    this.#size = space.ints(count).fill(1);
  }

  find(member: number): number {
    let at = member;
    while (this.#parent[at] !== at) {
      this.#parent[at] = this.#parent[this.#parent[at]!]!;
      at = this.#parent[at]!;
    }
    return at;
  }

  sizeOf(root: number): number {
    return this.#size[root]!;
  }

  join(one: number, other: number): number {
    const isSmaller = this.#size[one]! < this.#size[other]!;
    const root = isSmaller ? other : one;
    const child = isSmaller ? one : other;
    this.#parent[child] = root;
    this.#size[root]! += this.#size[child]!;
    return root;
  }
}
