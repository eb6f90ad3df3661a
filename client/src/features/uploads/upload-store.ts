import type { QueuePlace, TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { toFailure, type Failure } from '../../lib/errors/failure.ts';
import { untilOnline } from '../../lib/http/patience.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import { Store } from '../../lib/store.ts';
import { linkLatePicture } from '../auth/session/link-pictures.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import type { Choice } from '../subject/mark.ts';
import {
  chooseSubject,
  deleteTransaction,
  getTransaction,
  onDeletion,
  originalUrl,
  uploadByUrl,
  uploadFile,
} from './transaction/api.ts';
import { outcomeOf } from './transaction/outcome.ts';
import { markUpload } from './marks.ts';
import { measurePicture, type Picture } from './files/picture.ts';
import { nextPlace, type ShownPlace } from './transaction/queue-place.ts';
import { rejectionOf, type Rejection } from './files/validation.ts';
import { watchTransaction } from './transaction/watch-transaction.ts';

export type UploadSource = { readonly file: File } | { readonly url: string };

export type Notice = 'deleted' | 'gone';

export type UploadState =
  | { readonly stage: 'idle'; readonly notice?: Notice; readonly rejection?: Rejection }
  | { readonly stage: 'restoring' }
  | {
      readonly stage: 'uploading';
      readonly source: UploadSource;
      readonly picture?: Picture;
      readonly sent?: { readonly bytes: number; readonly total: number };
      /** The server could not be reached the last time: it is asked again by itself. */
      readonly isOffline?: boolean;
    }
  | {
      readonly stage: 'processing';
      readonly id: string;
      readonly source?: UploadSource;
      readonly picture?: Picture;
      /** While many wait before it. */
      readonly place?: ShownPlace;
    }
  | { readonly stage: 'ready'; readonly view: TransactionView; readonly picture: Picture }
  | {
      readonly stage: 'failed';
      readonly failure: Failure;
      /** Of a picture that is on the server. */
      readonly id?: string;
      readonly source?: UploadSource;
      readonly picture?: Picture;
    };

/** Between two tries of an upload that found no connection. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
const IDLE: UploadState = { stage: 'idle' };

/** Of the picture on the server that a state is about. */
function idOf(state: UploadState): string | undefined {
  if (state.stage === 'ready') return state.view.id;
  return 'id' in state ? state.id : undefined;
}

/**
 * The one picture being worked on. It lives outside React so that it survives the way from the home page to /upload, and
 * every step of it is one of the states above.
 */
export class UploadStore extends Store<UploadState> {
  /** Ends whatever the current picture still has under way: an upload, a watch. */
  #stop: () => void = () => undefined;
  #objectUrl: string | undefined;

  constructor() {
    super(IDLE);
    onDeletion((id) => {
      if (idOf(this.getState()) === id) this.leave('deleted');
    });
  }

  /**
   * Takes what was dropped, chosen or pasted.
   * @returns why it cannot be sent, where there is a picture already: that one stays, and its state has no place to say so
   */
  takeFile(file: File): Rejection | undefined {
    const rejection = rejectionOf(file);
    if (rejection !== undefined && this.getState().stage !== 'idle') return rejection;
    if (rejection === undefined) this.start({ file });
    else this.#reset({ stage: 'idle', rejection });
    return undefined;
  }

  start(source: UploadSource): void {
    markUpload('given');
    this.#reset({ stage: 'uploading', source });
    const controller = new AbortController();
    this.#stop = () => controller.abort();
    void this.#upload(source, controller.signal);
  }

  /** Sends the same picture again, or looks again for the last one. */
  retry(): void {
    const state = this.getState();
    if (state.stage !== 'failed') return;
    if (state.source !== undefined) {
      this.start(state.source);
      return;
    }
    this.#reset(IDLE);
    void this.restore();
  }

  /**
   * Has the picture cut out anew, for what was marked, and follows it as after an upload.
   * @throws what the call throws; the picture then stays as it was
   */
  async chooseSubject(id: string, choice: Choice): Promise<void> {
    await chooseSubject(id, choice);
    // As it is by now: a better cut-out of what was chosen before may have come meanwhile. Another picture may have, too.
    const state = this.getState();
    if (idOf(state) !== id || !('picture' in state)) return;
    this.#stop();
    this.#stop = () => undefined;
    writeStored('last-transaction', id, { minutes: IMAGE_RETENTION_MS / 60_000 });
    this.#follow(id, 'source' in state ? state.source : undefined, state.picture);
  }

  /** Asks the server for what has changed about the picture that is shown. Best effort: what is shown stays true as far as it goes. */
  async lookAgain(): Promise<void> {
    const before = this.getState();
    if (before.stage !== 'ready') return;
    const view = await getTransaction(before.view.id).catch(() => before.view);
    if (this.getState() === before) this.replace({ ...before, view });
  }

  /** Shows the picture as an edit has left it. */
  adopt(view: TransactionView): void {
    const state = this.getState();
    if (state.stage === 'ready' && state.view.id === view.id) this.replace({ ...state, view });
  }

  /** Back to the empty drop zone; what is already on the server is not waited for and removed. */
  cancel(): void {
    const state = this.getState();
    this.leave();
    // Best effort: whatever cannot be removed now is deleted after 24 hours anyway.
    if (state.stage === 'processing') void Promise.allSettled([deleteTransaction(state.id)]);
  }

  /** An empty bench for a person who asks for one. A picture that is still on its way is not lost by it. */
  begin(): void {
    const { stage } = this.getState();
    if (stage !== 'uploading' && stage !== 'processing') this.leave();
  }

  /** Makes place for another picture. */
  leave(notice?: Notice): void {
    removeStored('last-transaction');
    this.#reset(notice === undefined ? IDLE : { stage: 'idle', notice });
  }

  /** Shows the last picture of this browser as it is by now, if there is one and nothing else is going on. */
  async restore(): Promise<void> {
    if (this.getState().stage === 'ready') {
      // It may have been edited on another page.
      await this.lookAgain();
      return;
    }
    const id = readStored('last-transaction');
    if (id === undefined || this.getState() !== IDLE) return;
    const controller = new AbortController();
    this.#reset({ stage: 'restoring' });
    this.#stop = () => controller.abort();
    try {
      const view = await getTransaction(id, controller.signal);
      if (controller.signal.aborted) return;
      if (outcomeOf(view) === 'failed') {
        this.leave();
        return;
      }
      const picture = await measurePicture(originalUrl(id));
      if (!controller.signal.aborted) this.#follow(id, undefined, picture);
    } catch (error) {
      if (controller.signal.aborted) return;
      const failure = toFailure(error);
      if (failure.status === 404 || failure.status === 410) this.leave('gone');
      else this.replace({ stage: 'failed', failure });
    }
  }

  async #upload(source: UploadSource, signal: AbortSignal): Promise<void> {
    try {
      if ('file' in source) {
        this.#objectUrl = URL.createObjectURL(source.file);
        void this.#showPicture(this.#objectUrl, signal);
      }
      const { id, session_id } = await this.#send(source, signal);
      await linkLatePicture(session_id);
      if (signal.aborted) {
        await deleteTransaction(id);
        return;
      }
      markUpload('taken');
      writeStored('last-transaction', id, { minutes: IMAGE_RETENTION_MS / 60_000 });
      const before = this.getState();
      const known = before.stage === 'uploading' ? before.picture : undefined;
      this.#follow(id, source, known);
      // A picture fetched by the server is shown as soon as it can be had from there.
      if (known === undefined) await this.#showPicture(originalUrl(id), signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(toFailure(error));
    }
  }

  /** Sends until there is an answer: a connection that breaks at this moment must not cost the picture. */
  async #send(source: UploadSource, signal: AbortSignal): Promise<UploadAnswer> {
    const idempotencyKey = randomUuid();
    const onProgress = (bytes: number, total: number) => this.#sending({ sent: { bytes, total }, isOffline: false });
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return await ('file' in source
          ? uploadFile(source.file, { signal, onProgress, idempotencyKey })
          : uploadByUrl(source.url, signal, idempotencyKey));
      } catch (error) {
        if (signal.aborted || toFailure(error).code !== 'network') throw error;
        this.#sending({ isOffline: true });
        await untilOnline(waitMs, signal);
        signal.throwIfAborted();
      }
    }
  }

  #sending(change: Pick<Extract<UploadState, { stage: 'uploading' }>, 'sent' | 'isOffline'>): void {
    const state = this.getState();
    if (state.stage === 'uploading') this.replace({ ...state, ...change });
  }

  async #showPicture(url: string, signal: AbortSignal): Promise<void> {
    const picture = await measurePicture(url);
    const state = this.getState();
    if (picture === undefined || signal.aborted) return;
    if (state.stage === 'uploading' || state.stage === 'processing') this.replace({ ...state, picture });
  }

  #follow(id: string, source: UploadSource | undefined, picture: Picture | undefined): void {
    const abortPicture = this.#stop;
    this.replace({
      stage: 'processing',
      id,
      ...(source === undefined ? {} : { source }),
      ...(picture === undefined ? {} : { picture }),
    });
    const stopWatching = watchTransaction(id, {
      onCutout: (view) => this.#showCutout(view),
      onFailure: (failure) => this.#fail(failure),
      onQueue: (queue) => this.#showPlace(queue),
    });
    this.#stop = () => {
      abortPicture();
      stopWatching();
    };
  }

  #showPlace(queue: QueuePlace | undefined): void {
    const shown = this.getState();
    if (shown.stage !== 'processing') return;
    const { place: before, ...state } = shown;
    const place = nextPlace(before, queue);
    if (place?.ahead !== before?.ahead) this.replace({ ...state, ...(place === undefined ? {} : { place }) });
  }

  #showCutout(view: TransactionView): void {
    const state = this.getState();
    if (state.stage !== 'processing' && state.stage !== 'ready') return;
    const picture = state.picture ?? { url: originalUrl(view.id), width: view.width, height: view.height };
    markUpload('cut-out');
    this.replace({ stage: 'ready', view, picture });
  }

  #fail(failure: Failure): void {
    const state = this.getState();
    removeStored('last-transaction');
    this.replace({
      stage: 'failed',
      failure,
      ...(state.stage === 'processing' ? { id: state.id } : {}),
      ...('source' in state && state.source !== undefined ? { source: state.source } : {}),
      ...('picture' in state && state.picture !== undefined ? { picture: state.picture } : {}),
    });
  }

  #reset(state: UploadState): void {
    this.#stop();
    this.#stop = () => undefined;
    if (this.#objectUrl !== undefined) URL.revokeObjectURL(this.#objectUrl);
    this.#objectUrl = undefined;
    this.replace(state);
  }
}

export const uploadStore = new UploadStore();
