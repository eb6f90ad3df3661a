import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { withRetries } from '../../../lib/retry/with-retries.ts';
import { Store } from '../../../lib/store.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { postSave, type Saved, type SaveOptions } from './api.ts';

export type SaveState =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'saving';
      /** The last attempt failed to reach the server; retries by itself. */
      readonly isOffline: boolean;
      /** Saves queued before it, if the server said so. */
      readonly ahead?: number | undefined;
    }
  | ({ readonly stage: 'saved' } & Saved)
  | { readonly stage: 'failed'; readonly failure: Failure };

type Post = typeof postSave;

const IDLE: SaveState = { stage: 'idle' };

/**
 * HD saves of this visit, one per picture. Lives outside React, so that leaving the page does not lose the answer. All
 * retries of a save carry one key, so it is charged once.
 */
export class SaveStore extends Store<ReadonlyMap<string, SaveState>> {
  readonly #post: Post;
  readonly #running = new Map<string, { readonly settings: string; readonly done: Promise<SaveAnswer | undefined> }>();
  /** Runs after each save of this tab. */
  onSaved: (id: string, saved: Saved) => void = () => undefined;

  constructor(post: Post) {
    super(new Map());
    this.#post = post;
  }

  readonly stateOf = (id: string): SaveState => this.getState().get(id) ?? IDLE;

  /**
   * Saves a picture in HD; repeated calls join the running save.
   * @param settings those not yet on the server
   * @returns undefined when not saved; the state then says why
   */
  save(
    id: string,
    settings: SceneSettingsPatch,
    { isBulk = false, acceptGuess = false }: Partial<SaveOptions> = {},
  ): Promise<SaveAnswer | undefined> {
    const text = JSON.stringify([settings, acceptGuess]);
    const running = this.#running.get(id);
    if (running?.settings === text) return running.done;
    const done = this.#save(id, settings, { isBulk, acceptGuess }, running?.done).finally(() => {
      if (this.#running.get(id)?.done === done) this.#running.delete(id);
    });
    this.#running.set(id, { settings: text, done });
    return done;
  }

  /** @returns whether the last save waits for the person to confirm its guessed subject, and clears that state */
  takeUnconfirmedGuess(id: string): boolean {
    const state = this.stateOf(id);
    if (state.stage !== 'failed' || state.failure.code !== 'guess_unconfirmed') return false;
    this.#set(id, IDLE);
    return true;
  }

  /** Shows a save that another tab of this browser made, so that this one does not offer to pay for it. */
  adopt(id: string, saved: Saved): void {
    if (!this.#running.has(id)) this.#set(id, { stage: 'saved', ...saved });
  }

  clear(): void {
    this.replace(new Map());
  }

  async #save(id: string, settings: SceneSettingsPatch, options: SaveOptions, before: Promise<unknown> | undefined) {
    await before;
    this.#set(id, { stage: 'saving', isOffline: false });
    try {
      const saved = await this.#persist(id, settings, options);
      this.#set(id, { stage: 'saved', ...saved });
      this.onSaved(id, saved);
      return saved.answer;
    } catch (error) {
      this.#set(id, { stage: 'failed', failure: toFailure(error) });
      return undefined;
    }
  }

  #persist(id: string, settings: SceneSettingsPatch, options: SaveOptions): Promise<Saved> {
    const idempotencyKey = randomUuid();
    return withRetries(
      () => this.#post(id, settings, { idempotencyKey, ...options }),
      ({ status, ahead }) => this.#set(id, { stage: 'saving', isOffline: status === 0, ahead }),
    );
  }

  #set(id: string, state: SaveState): void {
    this.replace(new Map(this.getState()).set(id, state));
  }
}

export const saveStore = new SaveStore(postSave);
