import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { toFailure } from '../../../lib/errors/failure.ts';
import { isPassing } from '../../../lib/http/patience.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { Store } from '../../../lib/store.ts';
import { deleteTransaction, uploadFile } from '../../uploads/transaction/api.ts';
import { outcomeOf } from '../../uploads/transaction/outcome.ts';
import { nextPlace, type ShownPlace } from '../../uploads/transaction/queue-place.ts';
import { converted } from '../../uploads/files/convert.ts';
import type { Rejection } from '../../uploads/files/validation.ts';
import { BatchWatch } from './batch-watch.ts';
import { canRetry, isUnsettled, itemFailure, phaseOf, type BulkItem, type StoredItem } from './bulk-item.ts';
import { bulkStorage, type StoredBatch } from './bulk-storage.ts';
import { chooseFiles, placesLeft } from './choose-files.ts';
import { findTwice } from './find-twice.ts';
import { KeptFiles } from './kept-files.ts';
import { saveAll } from './save-all.ts';
import { UploadQueue } from './upload-queue.ts';

export interface BulkState {
  /** Until the stored batch is read. */
  readonly isLoading: boolean;
  readonly items: readonly BulkItem[];
  /** Rejected files of the last selection. */
  readonly refused: readonly Rejection[];
  /** Pictures of the last selection beyond the limit; none of that selection has been taken yet. */
  readonly overflow: readonly File[];
  /** Pictures of the last selection that are in the list already; each would cost a credit of its own. */
  readonly twice: readonly File[];
  /** The server is unreachable; work resumes by itself. */
  readonly isOffline: boolean;
  /** The browser cannot store the files; a reload loses those not uploaded yet. */
  readonly isForgetful: boolean;
  /** Place of the next picture, while many wait before it. */
  readonly place: ShownPlace | undefined;
  /** Saving everything in HD was unfinished when the page was left. */
  readonly wasSaving: boolean;
}

const EMPTY: BulkState = {
  isLoading: true,
  items: [],
  refused: [],
  overflow: [],
  twice: [],
  isOffline: false,
  isForgetful: false,
  place: undefined,
  wasSaving: false,
};

/**
 * This browser's bulk upload. Lives outside React to continue while another page is shown, and in IndexedDB to continue
 * after a reload.
 */
export class BulkStore extends Store<BulkState> {
  #batch: StoredBatch = newBatch(null);
  #loading: Promise<void> | undefined;
  /** Owner of the page that shows the batch; nothing is sent before it is set. */
  #userId: string | undefined;
  readonly #files = new KeptFiles((writing) => this.#keep(writing));
  readonly #queue = new UploadQueue({
    next: (isRunning) =>
      this.#userId === undefined
        ? undefined
        : this.getState().items.find((item) => phaseOf(item) === 'waiting' && !isRunning(item.id)),
    send: (item, signal) => this.#send(item, signal),
    onOffline: (isOffline) => this.set({ isOffline }),
  });
  readonly #watch = new BatchWatch({
    isNeeded: () => this.getState().items.some((item) => isUnsettled(item, Date.now())),
    known: () => new Set(this.getState().items.flatMap(({ transactionId }) => transactionId ?? [])),
    onViews: (views, gone) => this.#takeViews(views, gone),
    onQueue: (queue) => this.#showPlace(nextPlace(this.getState().place, queue)),
    onOffline: (isOffline) => this.set({ isOffline }),
  });

  constructor() {
    super(EMPTY);
  }

  /** Resumes what this person left, or chose before the login. */
  async open(userId: string): Promise<void> {
    await this.#load();
    await this.#clearUnlessOf(userId);
    this.#userId = userId;
    if (this.#batch.userId === null) await this.#saveBatch({ userId });
    this.#go();
    // Nothing polls settled pictures, and another page may have edited or deleted them.
    if (this.getState().items.some(({ transactionId }) => transactionId !== undefined)) await this.look();
  }

  /**
   * Takes files of the logged-in person; before a login (null), keeps them for it. A selection beyond the limit, and a
   * picture that is in the list already, need confirmation first.
   */
  async take(files: readonly File[], userId: string | null): Promise<void> {
    await this.#load();
    await this.#clearUnlessOf(userId);
    const { pictures, refused } = chooseFiles(await converted(files));
    if (pictures.length > placesLeft(this.getState().items.length)) {
      this.set({ refused, twice: [], overflow: pictures });
      return;
    }
    const taken = this.getState().items.map(({ id, bytes }) => ({ bytes, file: () => this.#files.get(id) }));
    const { first, twice } = await findTwice(pictures, taken);
    this.set({ refused, twice, overflow: [] });
    await this.#add(first);
  }

  /** Takes as many of those that are in the list already as fit. */
  async takeTwice(): Promise<void> {
    const { twice, items } = this.getState();
    this.set({ twice: [] });
    await this.#add(twice.slice(0, placesLeft(items.length)));
  }

  /** Takes as many of the overflow as fit. */
  async takeFirst(): Promise<void> {
    const { overflow, items } = this.getState();
    this.set({ overflow: [] });
    await this.#add(overflow.slice(0, placesLeft(items.length)));
  }

  dismiss(): void {
    this.set({ refused: [], overflow: [], twice: [] });
  }

  /** Uploads one failed picture, or all that may succeed, again. */
  retry(id?: string): void {
    const again = this.getState().items.filter((item) => canRetry(item) && (id === undefined || item.id === id));
    for (const { id: itemId, name, bytes, transactionId } of again) {
      if (transactionId !== undefined) void Promise.allSettled([deleteTransaction(transactionId)]);
      this.#replace({ id: itemId, name, bytes, key: randomUuid() });
    }
    this.#go();
  }

  /** Removes a picture, from the server too. @throws Failure; the picture then stays. */
  async remove(id: string): Promise<void> {
    const item = this.getState().items.find((candidate) => candidate.id === id);
    this.#queue.stop(id);
    if (item?.transactionId !== undefined) await deleteTransaction(item.transactionId);
    await this.#drop([id]);
  }

  /** Drops pictures not uploaded yet; those on the server stay. */
  async cancel(): Promise<void> {
    const left = this.getState().items.filter((item) => item.transactionId === undefined && item.failure === undefined);
    this.#queue.stop();
    await this.#drop(left.map(({ id }) => id));
  }

  /** Makes room for other pictures; those on the server stay there. */
  async clear(): Promise<void> {
    this.#queue.stop();
    this.#watch.stop();
    this.#files.forgetAll();
    this.#batch = newBatch(this.#userId ?? null);
    this.set({ ...EMPTY, isLoading: false });
    saveAll.reset();
    await this.#keep(bulkStorage.clear());
  }

  async forget(): Promise<void> {
    this.#userId = undefined;
    await this.clear();
  }

  /** Remembers an unfinished save of everything. */
  async noteSaving(isSaving: boolean): Promise<void> {
    this.set({ wasSaving: false });
    await this.#saveBatch({ isSaving });
  }

  /** File of a picture not uploaded yet; undefined when this browser did not keep it. */
  fileOf(id: string): Promise<File | undefined> {
    return this.#files.get(id);
  }

  async look(): Promise<void> {
    await Promise.allSettled([this.#watch.look(this.#batch.batchId)]);
  }

  /** Never shows what another person left in this browser. */
  async #clearUnlessOf(userId: string | null): Promise<void> {
    if (this.#batch.userId !== null && this.#batch.userId !== userId) await this.clear();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    const stored = await bulkStorage.load().catch(() => undefined);
    if (stored !== undefined) {
      this.#batch = stored.batch;
      this.set({ items: stored.items, wasSaving: stored.batch.isSaving });
    }
    this.set({ isLoading: false });
  }

  async #add(files: readonly File[]): Promise<void> {
    const items = files.map((file): StoredItem => {
      const id = randomUuid();
      this.#files.add(id, file);
      return { id, key: id, name: file.name, bytes: file.size };
    });
    this.set({ items: [...this.getState().items, ...items] });
    await this.#saveBatch({ order: this.getState().items.map(({ id }) => id) });
    await this.#keep(bulkStorage.saveItems(items));
    this.#go();
    await this.#files.write(items.map(({ id }) => id));
  }

  async #send(item: BulkItem, signal: AbortSignal): Promise<void> {
    const file = await this.#files.get(item.id);
    if (signal.aborted) return;
    if (file === undefined) {
      this.#replace({ ...item, failure: { code: 'file_gone', message: '' } });
      return;
    }
    try {
      this.#replace({ ...item, sent: 0 });
      const { id: transactionId } = await uploadFile(file, {
        signal,
        batchId: this.#batch.batchId,
        idempotencyKey: item.key,
        onProgress: (sent) => this.#replace({ ...item, sent }, { store: false }),
      });
      this.#replace({ ...item, transactionId });
      this.#watch.wake(this.#batch.batchId);
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = toFailure(error);
      this.#replace(isPassing(failure) ? item : { ...item, failure });
      if (isPassing(failure)) throw failure;
    }
  }

  #takeViews(views: readonly TransactionView[], goneIds: ReadonlySet<string>): boolean {
    const byId = new Map(views.map((view) => [view.id, view]));
    const gone: string[] = [];
    let isNew = false;
    for (const item of this.getState().items) {
      const view = item.transactionId === undefined ? undefined : byId.get(item.transactionId);
      if (view === undefined) {
        if (item.transactionId !== undefined && goneIds.has(item.transactionId)) gone.push(item.id);
        continue;
      }
      // Not by `updatedAt`, which stands still when one process's clock lags behind another's.
      if (JSON.stringify(view) === JSON.stringify(item.view)) continue;
      isNew = true;
      this.#replace({ ...item, view }, { store: false });
      const outcome = outcomeOf(view);
      if (outcome === 'shown' || outcome === 'improved') this.#files.drop(item.id);
    }
    // Deleted on another page, or expired.
    if (gone.length > 0) void this.#drop(gone);
    return isNew || gone.length > 0;
  }

  #showPlace(place: ShownPlace | undefined): void {
    if (place?.ahead !== this.getState().place?.ahead) this.set({ place });
  }

  #go(): void {
    this.#queue.wake();
    if (this.#userId !== undefined) this.#watch.wake(this.#batch.batchId);
  }

  #replace(item: BulkItem, { store = true } = {}): void {
    this.set({ items: this.getState().items.map((present) => (present.id === item.id ? item : present)) });
    if (store) void this.#keep(bulkStorage.saveItems([item]));
    if (itemFailure(item) !== undefined && !canRetry(item)) this.#files.drop(item.id);
  }

  async #drop(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#files.drop(id);
    this.set({ items: this.getState().items.filter(({ id }) => !ids.includes(id)) });
    if (this.getState().items.length === 0) {
      await this.clear();
      return;
    }
    await this.#saveBatch({ order: this.getState().items.map(({ id }) => id) });
    await this.#keep(bulkStorage.dropItems(ids));
  }

  async #saveBatch(change: Partial<StoredBatch>): Promise<void> {
    this.#batch = { ...this.#batch, ...change };
    await this.#keep(bulkStorage.saveBatch(this.#batch));
  }

  /** Unstored files are still in memory: work continues, and the person is warned. */
  async #keep(writing: Promise<void>): Promise<void> {
    try {
      await writing;
    } catch {
      this.set({ isForgetful: true });
    }
  }
}

function newBatch(userId: string | null): StoredBatch {
  return { batchId: randomUuid(), userId, order: [], isSaving: false };
}

export const bulkStore = new BulkStore();
