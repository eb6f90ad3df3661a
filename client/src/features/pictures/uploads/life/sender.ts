import { Failure, toFailure } from '../../../../lib/errors/failure.ts';
import { isPassing, untilOnline } from '../../../../lib/http/retry.ts';
import { linkLatePicture } from '../../../auth/session/link-pictures.ts';
import { deleteTransaction, uploadByUrl, uploadFile } from '../transaction/api.ts';
import { FILE_GONE, type LifeEvent } from './life.ts';

export type UploadSource = { readonly file: File } | { readonly url: string };

interface Parcel {
  readonly id: string;
  /** Idempotency-Key: sending again with it is the same upload. */
  readonly key: string;
  /** Adds it to a bulk upload. */
  readonly batchId?: string;
}

interface SenderWork {
  /** Next queued picture that is not being sent. */
  readonly next: (isRunning: (id: string) => boolean) => Parcel | undefined;
  /** Undefined when this browser no longer has it. */
  readonly sourceOf: (id: string) => Promise<UploadSource | undefined>;
  readonly apply: (id: string, event: LifeEvent) => void;
  /** While the server is unreachable, nothing is sent. */
  readonly onOffline: (isOffline: boolean) => void;
}

export interface SenderOptions {
  readonly atOnce: number;
  /** Whether to send again by itself. */
  readonly isPassing?: (failure: Failure) => boolean;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;

/** For pictures that a person watches: any answer is shown at once. */
export const isUnanswered = ({ code }: Failure): boolean => code === 'network';

/** The server is up but busy. */
const isAskedToWait = ({ status, code }: Failure): boolean => status === 429 || code === 'queue_full';

/** Sends queued pictures, a few at a time; pauses when the server does not answer or asks to wait. */
export class Sender {
  readonly #work: SenderWork;
  readonly #options: SenderOptions;
  readonly #running = new Map<string, AbortController>();
  #pausing: AbortController | undefined;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(work: SenderWork, options: SenderOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** Call whenever there may be something to send. */
  wake(): void {
    while (this.#pausing === undefined && this.#running.size < this.#options.atOnce) {
      const parcel = this.#work.next((id) => this.#running.has(id));
      if (parcel === undefined) return;
      void this.#run(parcel);
    }
  }

  /** Abandons a picture, or all. Deletes from the server any that arrives nevertheless. */
  stop(id?: string): void {
    for (const [running, controller] of this.#running) {
      if (id !== undefined && id !== running) continue;
      this.#running.delete(running);
      controller.abort();
    }
    if (id === undefined) this.#pausing?.abort();
  }

  async #run(parcel: Parcel): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const { id, key } = parcel;
    this.#running.set(id, controller);
    try {
      await this.#send(parcel, signal);
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#work.onOffline(false);
    } catch (error) {
      const failure = toFailure(error);
      const { isPassing: mayPass = isPassing } = this.#options;
      if (!signal.aborted && mayPass(failure)) {
        this.#work.apply(id, { kind: 'interrupted', key });
        await this.#pause(!isAskedToWait(failure));
      } else if (!signal.aborted) this.#work.apply(id, { kind: 'refused', key, failure });
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
    this.wake();
  }

  async #send({ id, key, batchId }: Parcel, signal: AbortSignal): Promise<void> {
    const source = await this.#work.sourceOf(id);
    if (signal.aborted) return;
    if (source === undefined) throw new Failure(FILE_GONE, { status: 410 });
    this.#work.apply(id, { kind: 'begun', key });
    const onProgress = (bytes: number, total: number) =>
      this.#work.apply(id, { kind: 'sent', key, sent: { bytes, total } });
    const answer = await ('file' in source
      ? uploadFile(source.file, { signal, onProgress, idempotencyKey: key, ...(batchId !== undefined && { batchId }) })
      : uploadByUrl(source.url, signal, key));
    await linkLatePicture(answer.session_id);
    if (signal.aborted) await deleteTransaction(answer.id);
    else this.#work.apply(id, { kind: 'taken', key, id: answer.id });
  }

  async #pause(isOffline: boolean): Promise<void> {
    if (this.#pausing !== undefined) return;
    const { signal } = (this.#pausing = new AbortController());
    this.#work.onOffline(isOffline);
    await untilOnline(this.#pauseMs, signal);
    this.#pauseMs = signal.aborted ? FIRST_PAUSE_MS : Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
    this.#pausing = undefined;
  }
}
