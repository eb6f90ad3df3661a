import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { toFailure, type Failure } from '../../lib/errors/failure.ts';
import { isPassing, untilOnline } from '../../lib/http/patience.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import { postSave, type Saved } from './api.ts';

export type SaveState =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'saving';
      /** The server could not be reached the last time: it is asked again by itself. */
      readonly isOffline: boolean;
    }
  | ({ readonly stage: 'saved' } & Saved)
  | { readonly stage: 'failed'; readonly failure: Failure };

type Post = typeof postSave;

const IDLE: SaveState = { stage: 'idle' };

/** How long a save is sent again before somebody is told; the wait between two tries doubles up to the last of these. */
const GIVE_UP_AFTER_MS = 3 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/** Whether the same save may succeed later. */
const mayPass = (failure: Failure): boolean => isPassing(failure) || failure.code === 'image_not_ready';

/**
 * The HD saves of this visit, one a picture. They live outside React: leaving the page where one was asked for must not cost
 * its answer. Each has a key of its own that all its tries carry, so that it is charged once however often it is sent.
 */
export class SaveStore {
  readonly #post: Post;
  readonly #states = new Map<string, SaveState>();
  readonly #running = new Map<string, { readonly settings: string; readonly done: Promise<SaveAnswer | undefined> }>();
  readonly #listeners = new Set<() => void>();

  constructor(post: Post) {
    this.#post = post;
  }

  readonly stateOf = (id: string): SaveState => this.#states.get(id) ?? IDLE;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Saves a picture in HD; asked again meanwhile, it is the same save.
   * @param settings those that the server does not have yet
   * @param isBulk it is one of many, and lets those go first that somebody waits for
   * @returns undefined when it was not saved; the state then says why
   */
  save(id: string, settings: SceneSettingsPatch, { isBulk = false } = {}): Promise<SaveAnswer | undefined> {
    const text = JSON.stringify(settings);
    const running = this.#running.get(id);
    if (running?.settings === text) return running.done;
    const done = this.#save(id, settings, isBulk, running?.done).finally(() => {
      if (this.#running.get(id)?.done === done) this.#running.delete(id);
    });
    this.#running.set(id, { settings: text, done });
    return done;
  }

  /** Makes place for another person. */
  clear(): void {
    this.#states.clear();
    this.#tell();
  }

  async #save(id: string, settings: SceneSettingsPatch, isBulk: boolean, before: Promise<unknown> | undefined) {
    await before;
    this.#set(id, { stage: 'saving', isOffline: false });
    try {
      const saved = await this.#persist(id, settings, isBulk);
      this.#set(id, { stage: 'saved', ...saved });
      return saved.answer;
    } catch (error) {
      this.#set(id, { stage: 'failed', failure: toFailure(error) });
      return undefined;
    }
  }

  async #persist(id: string, settings: SceneSettingsPatch, isBulk: boolean): Promise<Saved> {
    const idempotencyKey = randomUuid();
    const started = Date.now();
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        return await this.#post(id, settings, { idempotencyKey, isBulk });
      } catch (error) {
        const failure = toFailure(error);
        if (!mayPass(failure) || Date.now() - started > GIVE_UP_AFTER_MS) throw failure;
        this.#set(id, { stage: 'saving', isOffline: failure.status === 0 });
        await untilOnline(waitMs);
      }
    }
  }

  #set(id: string, state: SaveState): void {
    this.#states.set(id, state);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const saveStore = new SaveStore(postSave);
