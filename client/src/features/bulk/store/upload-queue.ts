import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { untilOnline } from '../../../lib/http/patience.ts';
import type { BulkItem } from './bulk-item.ts';

/** Concurrent uploads: enough to use the bandwidth, few enough that each visibly moves. */
const AT_ONCE = 3;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 15_000;

export interface QueueWork {
  /** Next picture to send that is not uploading. */
  readonly next: (isRunning: (id: string) => boolean) => BulkItem | undefined;
  /** @throws on a temporary failure; the picture is retried after a pause */
  readonly send: (item: BulkItem, signal: AbortSignal) => Promise<void>;
  /** While the server is unreachable, nothing is sent. */
  readonly onOffline: (isOffline: boolean) => void;
}

/** Uploads a few pictures at a time; pauses when the server does not answer or asks to wait. */
export class UploadQueue {
  readonly #work: QueueWork;
  readonly #running = new Map<string, AbortController>();
  #rests = false;
  #restMs = FIRST_REST_MS;

  constructor(work: QueueWork) {
    this.#work = work;
  }

  /** Call whenever there may be something to send. */
  wake(): void {
    while (!this.#rests && this.#running.size < AT_ONCE) {
      const item = this.#work.next((id) => this.#running.has(id));
      if (item === undefined) return;
      void this.#run(item);
    }
  }

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

/** The server is up but busy. */
const asksForRest = ({ status, code }: Failure): boolean => status === 429 || code === 'queue_full';
