import { Store } from '../../../lib/store.ts';
import { saveStore } from '../../saves/save-store.ts';

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
export class SaveAll extends Store<SaveAllState> {
  readonly #saveOne: SaveAllParts['saveOne'];

  constructor({ saveOne }: SaveAllParts) {
    super({ stage: 'idle' });
    this.#saveOne = saveOne;
  }

  /** Resolves when it is over, one way or the other. Asked again meanwhile, it does nothing. */
  async run(ids: readonly string[]): Promise<void> {
    if (this.getState().stage === 'running') return;
    const waiting = [...ids];
    const total = ids.length;
    let saved = 0;
    let failed = 0;
    let stopped: number | undefined;
    this.replace({ stage: 'running', done: 0, total });
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && stopped === undefined; id = waiting.shift()) {
        const status = await this.#saveOne(id);
        if (status === undefined) saved++;
        else if (status === 402 || status === 401) stopped = status;
        else failed++;
        this.replace({ stage: 'running', done: saved + failed, total });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.replace({ stage: 'ended', saved, failed, total, isBroke: stopped === 402 });
  }

  /** The pictures that it was about are shown no more. */
  reset(): void {
    if (this.getState().stage === 'ended') this.replace({ stage: 'idle' });
  }
}

/** Over the saves of this visit. */
export const createSaveAll = (): SaveAll => new SaveAll({ saveOne });

async function saveOne(id: string): Promise<number | undefined> {
  if ((await saveStore.save(id, {}, { isBulk: true })) !== undefined) return undefined;
  const state = saveStore.stateOf(id);
  return state.stage === 'failed' ? state.failure.status : 0;
}

/** Of the bulk upload. */
export const saveAll = createSaveAll();
