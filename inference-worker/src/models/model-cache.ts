import { findModelByDigest, loadModelNamed } from './library.ts';
import type { Model } from './model.ts';

/** Always holds the first, and at most one other. */
export interface ModelCache {
  readonly first: Model;
  /** Unloads the other model, which must no longer be used. @throws ModelError */
  named(name: string): Promise<Model>;
  /** Undefined if not on this machine. @throws ModelError */
  withDigest(sha256: string): Promise<Model | undefined>;
  close(): Promise<void>;
}

export function createModelCache(dataDir: string, first: Model): ModelCache {
  let other: { readonly name: string; readonly model: Promise<Model> } | undefined;

  async function named(name: string): Promise<Model> {
    if (name === first.identity.name) return first;
    if (name !== other?.name) {
      // Both at once may exceed the memory.
      await closeOther();
      other = { name, model: loadModelNamed(dataDir, name) };
    }
    const asked = other;
    try {
      return await asked.model;
    } catch (error) {
      // The next request may find it fixed.
      if (other === asked) other = undefined;
      throw error;
    }
  }

  async function closeOther(): Promise<void> {
    const loaded = await other?.model.catch(() => undefined);
    other = undefined;
    await loaded?.close();
  }

  return {
    first,
    named,
    async withDigest(sha256) {
      if (sha256 === first.identity.sha256) return first;
      const folder = await findModelByDigest(dataDir, sha256);
      return folder && named(folder.name);
    },
    async close() {
      await closeOther();
      await first.close();
    },
  };
}
