import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { Store } from '../../../lib/store.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { deleteTransaction, getTransaction, onDeletion, originalUrl } from './transaction/api.ts';
import { outcomeOf } from './transaction/outcome.ts';
import { after, idOf, queued, type LifeEvent } from './life/life.ts';
import { isUnanswered, Sender, type UploadSource } from './life/sender.ts';
import { markUpload } from './marks.ts';
import { measurePicture } from './files/picture.ts';
import { rejectionOf, type Rejection } from './files/validation.ts';
import { IDLE, stateOf, type Known, type Notice, type UploadState, type Work } from './upload-state.ts';

/** The editor, too, opens the picture that was shown last. */
function remember(id: string): void {
  const minutes = IMAGE_RETENTION_MS / 60_000;
  writeStored('last-transaction', id, { minutes });
  writeStored('editor-selected', id, { minutes });
}

/** The single picture being worked on. Lives outside React to survive the way from the home page to /upload. */
export class UploadStore extends Store<UploadState> {
  #work: Work | undefined;
  /** Aborted once the picture is left. */
  #left = new AbortController();
  #stopWatching: () => void = () => undefined;
  #objectUrl: string | undefined;
  readonly #sender = new Sender(
    {
      next: (isRunning) => {
        const { id, life } = this.#work ?? {};
        return id !== undefined && life?.stage === 'queued' && !isRunning(id) ? { id, key: life.key } : undefined;
      },
      sourceOf: async () => this.#work?.source,
      apply: (id, event) => this.#apply(id, event),
      onOffline: (isOffline) => this.#know({ isOffline }),
    },
    { atOnce: 1, isPassing: isUnanswered },
  );

  constructor() {
    super(IDLE);
    onDeletion((id) => {
      if (this.#transactionId === id) this.leave('deleted');
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
    const id = randomUuid();
    this.#begin({ id, life: queued(id), source, isOffline: false });
    if ('file' in source) {
      this.#objectUrl = URL.createObjectURL(source.file);
      void this.#showPicture(this.#objectUrl);
    }
    this.#sender.wake();
  }

  /** Uploads the same picture again instead of the failed one, or polls the last one again. */
  retry(): void {
    const state = this.getState();
    if (state.stage !== 'failed') return;
    if (state.source === undefined) {
      this.#reset(IDLE);
      void this.restore();
      return;
    }
    this.start(state.source);
    if (state.id !== undefined) void Promise.allSettled([deleteTransaction(state.id)]);
  }

  /** Follows the picture again; call once the server cuts it out for another subject. */
  recut(id: string): void {
    this.#applyToOpen({ kind: 'recut', id });
  }

  /** Reloads the shown picture. Best effort: a failure keeps what is shown. */
  async refetch(): Promise<void> {
    const before = this.getState();
    if (before.stage !== 'ready') return;
    const view = await getTransaction(before.id).catch(() => before.view);
    if (this.getState() === before) this.adopt(view);
  }

  adopt(view: TransactionView): void {
    if (this.getState().stage === 'ready') this.#applyToOpen({ kind: 'seen', view });
  }

  /** Returns to the empty drop zone; removes the picture from the server without waiting. */
  cancel(): void {
    const state = this.getState();
    this.leave();
    // Best effort: it is deleted after 24 hours anyway.
    if (state.stage === 'waiting') void Promise.allSettled([deleteTransaction(state.id)]);
  }

  /** Starts with an empty page; a running upload is not lost. */
  begin(): void {
    const { stage } = this.getState();
    if (stage !== 'sending' && stage !== 'waiting') this.leave();
  }

  leave(notice?: Notice): void {
    removeStored('last-transaction');
    this.#reset(notice === undefined ? IDLE : { stage: 'idle', notice });
  }

  /** Reloads and shows this browser's last picture, unless an upload is under way. */
  async restore(): Promise<void> {
    const shown = this.getState();
    if (shown.stage === 'ready') {
      remember(shown.id);
      // It may have been edited on another page.
      await this.refetch();
      return;
    }
    const id = readStored('last-transaction');
    if (id === undefined || this.getState() !== IDLE) return;
    this.#reset({ stage: 'restoring' });
    const { signal } = this.#left;
    try {
      const view = await getTransaction(id, signal);
      if (signal.aborted) return;
      if (outcomeOf(view) === 'failed') {
        this.leave();
        return;
      }
      const picture = await measurePicture(originalUrl(id));
      if (signal.aborted) return;
      this.#begin({ id, life: { stage: 'waiting', id }, isOffline: false, ...(picture !== undefined && { picture }) });
      this.#follow(id);
    } catch (error) {
      if (signal.aborted) return;
      const failure = toFailure(error);
      if (failure.status === 404 || failure.status === 410) this.leave('gone');
      else this.#begin({ id, life: { stage: 'failed', failure }, isOffline: false });
    }
  }

  get #transactionId(): string | undefined {
    return this.#work && idOf(this.#work.life);
  }

  #applyToOpen(event: LifeEvent): void {
    if (this.#work !== undefined) this.#apply(this.#work.id, event);
  }

  #apply(id: string, event: LifeEvent): void {
    const work = this.#work;
    if (work?.id !== id) return;
    const life = after(work.life, event);
    if (life === work.life) return;
    this.#show({ ...work, life, isOffline: work.isOffline && event.kind !== 'sent' });
    if (event.kind === 'taken') markUpload('taken');
    if (life.stage === 'failed') this.#forgetPlace(idOf(work.life));
    if (life.stage === 'ready') markUpload('cut-out');
    if (life.stage === 'waiting' && (work.life.stage !== 'waiting' || event.kind === 'recut')) this.#follow(life.id);
  }

  #know(known: Partial<Known>): void {
    if (this.#work !== undefined) this.#show({ ...this.#work, ...known });
  }

  #show(work: Work): void {
    this.#work = work;
    this.replace(stateOf(work));
  }

  async #showPicture(url: string): Promise<void> {
    const { signal } = this.#left;
    const picture = await measurePicture(url);
    const { stage } = this.getState();
    if (picture !== undefined && !signal.aborted && (stage === 'sending' || stage === 'waiting'))
      this.#know({ picture });
  }

  #follow(id: string): void {
    remember(id);
    this.#stopWatching();
    const left = new AbortController();
    this.#stopWatching = () => left.abort();
    void this.#watch(id, left.signal);
    // Shows a picture that the server fetched as soon as it is available there.
    if (this.#work?.source !== undefined && this.#work.picture === undefined) void this.#showPicture(originalUrl(id));
  }

  async #watch(id: string, signal: AbortSignal): Promise<void> {
    const onFailure = (failure: Failure) => this.#applyToOpen({ kind: 'lost', id, failure });
    try {
      // Loaded with the upload page, so that it is there for a picture taken offline.
      const { watchTransaction } = await import('./transaction/watch-transaction.ts');
      if (signal.aborted) return;
      const stop = watchTransaction(id, {
        onCutout: (view) => this.#applyToOpen({ kind: 'seen', view }),
        onFailure,
        onQueue: (queue) => this.#applyToOpen({ kind: 'placed', id, queue }),
      });
      signal.addEventListener('abort', stop);
    } catch (error) {
      if (signal.aborted) return;
      onFailure(toFailure(error));
      // Only this page's code is missing: a reload finds the picture.
      remember(id);
    }
  }

  #forgetPlace(id: string | undefined): void {
    removeStored('last-transaction');
    if (readStored('editor-selected') === id) removeStored('editor-selected');
  }

  #begin(work: Work): void {
    this.#reset(stateOf(work));
    this.#work = work;
  }

  #reset(state: UploadState): void {
    this.#sender.stop();
    this.#stopWatching();
    this.#stopWatching = () => undefined;
    this.#left.abort();
    this.#left = new AbortController();
    if (this.#objectUrl !== undefined) URL.revokeObjectURL(this.#objectUrl);
    this.#objectUrl = undefined;
    this.#work = undefined;
    this.replace(state);
  }
}

export const uploadStore = new UploadStore();
