import type { Workspace } from '../memory/workspace.ts';

/** Sets of numbers that only grow together (union by size, paths halved on the way). */
export class DisjointSets {
  readonly #parent: Int32Array;
  readonly #size: Int32Array;

  /** @param space whose memory they have */
  constructor(count: number, space: Workspace) {
    this.#parent = space.ints(count);
    for (let i = 0; i < count; i++) this.#parent[i] = i;
    this.#size = space.ints(count).fill(1);
  }

  /** The member that stands for the whole set. */
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

  /** Makes one set of two, named by their roots; returns its root. */
  join(one: number, other: number): number {
    const isSmaller = this.#size[one]! < this.#size[other]!;
    const root = isSmaller ? other : one;
    const child = isSmaller ? one : other;
    this.#parent[child] = root;
    this.#size[root]! += this.#size[child]!;
    return root;
  }
}
