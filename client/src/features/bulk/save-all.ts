import { saveStore } from '../saves/save-store.ts';

/** Saves under way at once: the server renders them one after the other anyway. */
const AT_ONCE = 3;

export type SaveAllState =
  | { readonly stage: 'idle' }
  | { readonly stage: 'running'; readonly done: number; readonly total: number }
  | {
      readonly stage: 'ended';
      readonly saved: number;
      readonly failed: number;
      readonly total: number;
      /** There were no credits left for the others. */
      readonly isBroke: boolean;
    };

export interface SaveAllParts {
  /** Saves one picture in HD. @returns the status of the failure, or undefined when it is saved */
  readonly saveOne: (id: string) => Promise<number | undefined>;
}

/** Saves many pictures in HD, one credit each that is not saved yet, and stops where the credits end. */
export class SaveAll {
  readonly #saveOne: SaveAllParts['saveOne'];
  readonly #listeners = new Set<() => void>();
  #state: SaveAllState = { stage: 'idle' };

  constructor({ saveOne }: SaveAllParts) {
    this.#saveOne = saveOne;
  }

  readonly getState = (): SaveAllState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves when it is over, one way or the other. Asked again meanwhile, it does nothing. */
  async run(ids: readonly string[]): Promise<void> {
    if (this.#state.stage === 'running') return;
    const waiting = [...ids];
    const total = ids.length;
    let saved = 0;
    let failed = 0;
    let stopped: number | undefined;
    this.#set({ stage: 'running', done: 0, total });
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && stopped === undefined; id = waiting.shift()) {
        const status = await this.#saveOne(id);
        if (status === undefined) saved++;
        else if (status === 402 || status === 401) stopped = status;
        else failed++;
        this.#set({ stage: 'running', done: saved + failed, total });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.#set({ stage: 'ended', saved, failed, total, isBroke: stopped === 402 });
  }

  /** The pictures that it was about are shown no more. */
  reset(): void {
    if (this.#state.stage === 'ended') this.#set({ stage: 'idle' });
  }

  #set(state: SaveAllState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const saveAll = new SaveAll({
  async saveOne(id) {
    if ((await saveStore.save(id, {}, { isBulk: true })) !== undefined) return undefined;
    const state = saveStore.stateOf(id);
    return state.stage === 'failed' ? state.failure.status : 0;
  },
});
