import { Store } from '../../../../lib/store.ts';
import { saveStore } from '../../saves/save-store.ts';

/** Concurrent saves; the server renders them one at a time anyway. */
const CONCURRENCY = 3;

export type SaveAllState =
  | { readonly stage: 'idle' }
  | { readonly stage: 'running'; readonly done: number; readonly total: number }
  | {
      readonly stage: 'ended';
      readonly saved: number;
      readonly failed: number;
      readonly total: number;
      /** Credits ran out. */
      readonly isBroke: boolean;
    };

export interface SaveAllParts {
  /** @returns the status of the failure, or undefined when saved */
  readonly saveOne: (id: string, acceptGuess: boolean) => Promise<number | undefined>;
}

/** Saves many pictures in HD, one credit for each that is unsaved, and stops when credits run out. */
export class SaveAll extends Store<SaveAllState> {
  readonly #saveOne: SaveAllParts['saveOne'];

  constructor({ saveOne }: SaveAllParts) {
    super({ stage: 'idle' });
    this.#saveOne = saveOne;
  }

  /** Resolves when the run ends in any way. Ignored while a run is active. */
  async run(ids: readonly string[], acceptGuess = false): Promise<void> {
    if (this.getState().stage === 'running') return;
    const waiting = [...ids];
    const total = ids.length;
    let saved = 0;
    let failed = 0;
    let stopped: number | undefined;
    this.replace({ stage: 'running', done: 0, total });
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && stopped === undefined; id = waiting.shift()) {
        const status = await this.#saveOne(id, acceptGuess);
        if (status === undefined) saved++;
        else if (status === 402 || status === 401) stopped = status;
        else failed++;
        this.replace({ stage: 'running', done: saved + failed, total });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    this.replace({ stage: 'ended', saved, failed, total, isBroke: stopped === 402 });
  }

  /** Its pictures are no longer shown. */
  reset(): void {
    if (this.getState().stage === 'ended') this.replace({ stage: 'idle' });
  }
}

/** Uses the saves of this visit. */
export const createSaveAll = (): SaveAll => new SaveAll({ saveOne });

async function saveOne(id: string, acceptGuess: boolean): Promise<number | undefined> {
  if ((await saveStore.save(id, {}, { isBulk: true, acceptGuess })) !== undefined) return undefined;
  const state = saveStore.stateOf(id);
  return state.stage === 'failed' ? state.failure.status : 0;
}

export const saveAll = createSaveAll();
