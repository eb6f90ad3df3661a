import { findModelByDigest, loadModelNamed } from './library.ts';
import type { Model } from './model.ts';

/** The models that a process holds in memory: the first one always, and one other at most, which is loaded when it is asked for. */
export interface ModelShelf {
  readonly first: Model;
  /** Takes the place of the other one that was asked for before, which is not to be used any more. @throws ModelError */
  named(name: string): Promise<Model>;
  /** The same; undefined where no model on this machine has this digest. @throws ModelError */
  withDigest(sha256: string): Promise<Model | undefined>;
  close(): Promise<void>;
}

export function createModelShelf(dataDir: string, first: Model): ModelShelf {
  let other: { readonly name: string; readonly model: Promise<Model> } | undefined;

  async function named(name: string): Promise<Model> {
    if (name === first.identity.name) return first;
    if (name !== other?.name) {
      // Both at once may need more memory than there is.
      await closeOther();
      other = { name, model: loadModelNamed(dataDir, name) };
    }
    const asked = other;
    try {
      return await asked.model;
    } catch (error) {
      // What is wrong with it may be mended by the next time.
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
