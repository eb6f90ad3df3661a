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
      /** The last attempt failed to reach the server; retries by itself. */
      readonly isOffline?: boolean;
    }
  | {
      readonly stage: 'processing';
      readonly id: string;
      readonly source?: UploadSource;
      readonly picture?: Picture;
      /** Set while many wait before it. */
      readonly place?: ShownPlace;
    }
  | { readonly stage: 'ready'; readonly view: TransactionView; readonly picture: Picture }
  | {
      readonly stage: 'failed';
      readonly failure: Failure;
      /** Set once the picture is on the server. */
      readonly id?: string;
      readonly source?: UploadSource;
      readonly picture?: Picture;
    };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
const IDLE: UploadState = { stage: 'idle' };

/** Undefined before the picture is on the server. */
function idOf(state: UploadState): string | undefined {
  if (state.stage === 'ready') return state.view.id;
  return 'id' in state ? state.id : undefined;
}

/** The editor, too, opens the picture that was shown last. */
function remember(id: string): void {
  const minutes = IMAGE_RETENTION_MS / 60_000;
  writeStored('last-transaction', id, { minutes });
  writeStored('editor-selected', id, { minutes });
}

/**
 * The single picture being worked on. Lives outside React to survive the way from the home page to /upload. Always in
 * one of the states above.
 */
export class UploadStore extends Store<UploadState> {
  #stop: () => void = () => undefined;
  #objectUrl: string | undefined;

  constructor() {
    super(IDLE);
    onDeletion((id) => {
      if (idOf(this.getState()) === id) this.leave('deleted');
    });
  }

  /**
   * Takes a dropped, chosen or pasted file.
   * @returns why it was refused when there is a picture already: that one stays, and its state cannot hold the reason
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

  /** Uploads the same picture again, or polls the last one again. */
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
   * Cuts the picture out again for what was marked, and follows it as after an upload.
   * @throws as the call; the picture then stays as it was
   */
  async chooseSubject(id: string, choice: Choice): Promise<void> {
    await chooseSubject(id, choice);
    // Read again: a better cut-out of the earlier choice, or another picture, may have come meanwhile.
    const state = this.getState();
    if (idOf(state) !== id || !('picture' in state)) return;
    this.#stop();
    this.#stop = () => undefined;
    this.#follow(id, 'source' in state ? state.source : undefined, state.picture);
  }

  /** Reloads the shown picture. Best effort: a failure keeps what is shown. */
  async lookAgain(): Promise<void> {
    const before = this.getState();
    if (before.stage !== 'ready') return;
    const view = await getTransaction(before.view.id).catch(() => before.view);
    if (this.getState() === before) this.replace({ ...before, view });
  }

  adopt(view: TransactionView): void {
    const state = this.getState();
    if (state.stage === 'ready' && state.view.id === view.id) this.replace({ ...state, view });
  }

  /** Returns to the empty drop zone; removes the picture from the server without waiting. */
  cancel(): void {
    const state = this.getState();
    this.leave();
    // Best effort: it is deleted after 24 hours anyway.
    if (state.stage === 'processing') void Promise.allSettled([deleteTransaction(state.id)]);
  }

  /** Starts an empty bench; a running upload is not lost. */
  begin(): void {
    const { stage } = this.getState();
    if (stage !== 'uploading' && stage !== 'processing') this.leave();
  }

  leave(notice?: Notice): void {
    removeStored('last-transaction');
    this.#reset(notice === undefined ? IDLE : { stage: 'idle', notice });
  }

  /** Reloads and shows this browser's last picture, unless an upload is under way. */
  async restore(): Promise<void> {
    const shown = this.getState();
    if (shown.stage === 'ready') {
      remember(shown.view.id);
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
      const before = this.getState();
      const known = before.stage === 'uploading' ? before.picture : undefined;
      this.#follow(id, source, known);
      // Shows a picture that the server fetched as soon as it is available there.
      if (known === undefined) await this.#showPicture(originalUrl(id), signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(toFailure(error));
    }
  }

  /** Retries until answered: a lost connection must not cost the picture. */
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
    remember(id);
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
    if (readStored('editor-selected') === idOf(state)) removeStored('editor-selected');
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
