import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { untilOnline } from '../../../lib/http/patience.ts';
import type { BulkItem } from './bulk-item.ts';

/** Uploads at once: enough to fill a line, few enough that each is seen to move. */
const AT_ONCE = 3;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 15_000;

export interface QueueWork {
  /** The next picture to send, other than those that are on their way. */
  readonly next: (isRunning: (id: string) => boolean) => BulkItem | undefined;
  /** Sends it. @throws what may pass: the picture is then sent again after a rest */
  readonly send: (item: BulkItem, signal: AbortSignal) => Promise<void>;
  /** Whether the server is out of reach: nothing is sent until it may be back. */
  readonly onOffline: (isOffline: boolean) => void;
}

/** Sends pictures, a few at once, and rests when the server does not answer or asks for it. */
export class UploadQueue {
  readonly #work: QueueWork;
  readonly #running = new Map<string, AbortController>();
  #rests = false;
  #restMs = FIRST_REST_MS;

  constructor(work: QueueWork) {
    this.#work = work;
  }

  /** To be called whenever there may be something to send. */
  wake(): void {
    while (!this.#rests && this.#running.size < AT_ONCE) {
      const item = this.#work.next((id) => this.#running.has(id));
      if (item === undefined) return;
      void this.#run(item);
    }
  }

  /** Breaks off the upload of a picture, or of all. */
  stop(id?: string): void {
    for (const [running, controller] of this.#running) {
      if (id === undefined || id === running) controller.abort();
    }
  }

  async #run(item: BulkItem): Promise<void> {
    const controller = new AbortController();
    this.#running.set(item.id, controller);
    try {
      await this.#work.send(item, controller.signal);
      this.#restMs = FIRST_REST_MS;
      this.#work.onOffline(false);
    } catch (error) {
      if (!controller.signal.aborted) await this.#rest(!asksForRest(toFailure(error)));
    } finally {
      this.#running.delete(item.id);
    }
    this.wake();
  }

  async #rest(isOffline: boolean): Promise<void> {
    if (this.#rests) return;
    this.#rests = true;
    this.#work.onOffline(isOffline);
    await untilOnline(this.#restMs);
    this.#restMs = Math.min(this.#restMs * 2, LONGEST_REST_MS);
    this.#rests = false;
  }
}

/** A server that is there, and has enough to do. */
const asksForRest = ({ status, code }: Failure): boolean => status === 429 || code === 'queue_full';
