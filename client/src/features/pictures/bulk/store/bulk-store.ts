import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import type { Failure } from '../../../../lib/errors/failure.ts';
import { isPassing } from '../../../../lib/http/retry.ts';
import { Store } from '../../../../lib/store.ts';
import { after, idOf, queued, type LifeEvent } from '../../uploads/life/life.ts';
import { canRetry, viewOf } from '../../uploads/life/selectors.ts';
import { Sender } from '../../uploads/life/sender.ts';
import { deleteTransaction } from '../../uploads/transaction/api.ts';
import { nextPlace, type ShownPlace } from '../../uploads/transaction/queue-place.ts';
import { converted } from '../../uploads/files/convert.ts';
import type { Rejection } from '../../uploads/files/validation.ts';
import { BatchWatch } from './batch-watch.ts';
import { isUnsettled, type BulkItem } from './bulk-item.ts';
import { bulkStorage, type StoredBatch } from './bulk-storage.ts';
import { chooseFiles, placesLeft } from './choose-files.ts';
import { digestOf, findTwice } from './find-twice.ts';
import { KeptFiles } from './kept-files.ts';
import { saveAll } from './save-all.ts';

export interface BulkState {
  /** Until the stored batch is read. */
  readonly isLoading: boolean;
  readonly items: readonly BulkItem[];
  /** Rejected files of the last selection. */
  readonly refused: readonly Rejection[];
  /** Pictures of the last selection beyond the limit; none of that selection has been taken yet. */
  readonly overflow: readonly File[];
  /** Pictures of the last selection that are already in the list; each would cost another credit. */
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

/** Concurrent uploads: enough to use the bandwidth, few enough that each visibly moves. */
const CONCURRENCY = 3;

/**
 * This browser's bulk upload. Lives outside React to continue while another page is shown, and in IndexedDB to continue
 * after a reload.
 */
export class BulkStore extends Store<BulkState> {
  #batch: StoredBatch = newBatch(null);
  #loading: Promise<void> | undefined;
  /** Until all chosen files are in the browser's database. */
  #taking: Promise<unknown> | undefined;
  /** Owner of the page that shows the batch; nothing is sent before it is set. */
  #userId: string | undefined;
  readonly #files = new KeptFiles((writing) => this.#keep(writing));
  readonly #sender = new Sender(
    {
      next: (isRunning) => this.#next(isRunning),
      sourceOf: async (id) => {
        const file = await this.#files.get(id);
        if (file !== undefined) await this.#noteDigest(id, file);
        return file && { file };
      },
      apply: (id, event) => this.#apply(id, event),
      onOffline: (isOffline) => this.set({ isOffline }),
    },
    { atOnce: CONCURRENCY, isPassing: (failure) => isPassing(failure) || isEndedLogin(failure) },
  );
  readonly #watch = new BatchWatch({
    isNeeded: () => this.getState().items.some((item) => isUnsettled(item, Date.now())),
    known: () => new Set(this.getState().items.flatMap(({ life }) => idOf(life) ?? [])),
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
    await this.#dropOthers(userId);
    this.#userId = userId;
    if (this.#batch.userId === null || this.#batch.visitors !== undefined)
      await this.#saveBatch({ userId, visitors: undefined });
    this.#go();
    // Nothing polls settled pictures, and another page may have edited or deleted them.
    if (this.getState().items.some(({ life }) => idOf(life) !== undefined)) await this.look();
  }

  /**
   * Takes files of the logged-in person; before a login (null), keeps them for it. A selection beyond the limit, and a
   * picture that is in the list already, need confirmation first.
   */
  async take(files: readonly File[], userId: string | null): Promise<void> {
    const taking = this.#take(files, userId);
    this.#taking = Promise.allSettled([this.#taking, taking]);
    await taking;
  }

  async #take(files: readonly File[], userId: string | null): Promise<void> {
    await this.#load();
    if (userId !== null) await this.#dropOthers(userId);
    const { pictures, refused } = chooseFiles(await converted(files));
    await this.#saveBatch({ refused });
    if (pictures.length > placesLeft(this.getState().items.length)) {
      this.set({ refused, twice: [], overflow: pictures });
      return;
    }
    const taken = this.getState().items.map(({ id, bytes, digest }) => ({
      bytes,
      digest,
      file: () => this.#files.get(id),
    }));
    const { first, twice } = await findTwice(pictures, taken);
    this.set({ refused, twice, overflow: [] });
    await this.#add(first, userId);
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

  /** Leaves out those that are in the list already. */
  skipTwice(): void {
    this.set({ twice: [] });
  }

  dismiss(): void {
    this.set({ refused: [], overflow: [], twice: [] });
    void this.#saveBatch({ refused: [] });
  }

  /** Uploads one failed picture, or all that may succeed, again. */
  retry(id?: string): void {
    const again = this.getState().items.filter(({ id: itemId, life }) => canRetry(life) && (id ?? itemId) === itemId);
    for (const { id: itemId, life } of again) {
      const failedId = idOf(life);
      if (failedId !== undefined) void Promise.allSettled([deleteTransaction(failedId)]);
      this.#apply(itemId, { kind: 'retried', key: randomUuid() });
    }
    this.#go();
  }

  /** Removes a picture, from the server too. @throws Failure; the picture then stays. */
  async remove(id: string): Promise<void> {
    const item = this.getState().items.find((candidate) => candidate.id === id);
    this.#sender.stop(id);
    const transactionId = item && idOf(item.life);
    if (transactionId !== undefined) await deleteTransaction(transactionId);
    await this.#forget([id]);
  }

  /** Drops pictures not uploaded yet; those on the server stay. */
  async cancel(): Promise<void> {
    const left = this.getState().items.filter(({ life }) => life.stage === 'queued' || life.stage === 'sending');
    this.#sender.stop();
    await this.#forget(left.map(({ id }) => id));
  }

  /** Makes room for other pictures; those on the server stay there. */
  async clear(): Promise<void> {
    this.#stop();
    this.set({ ...EMPTY, isLoading: false });
    await this.#keep(bulkStorage.clear());
  }

  /** @param about `hasEnded`: the login ended elsewhere; the pictures wait in the browser's database for its next one */
  async forget({ hasEnded = false } = {}): Promise<void> {
    const wasOpen = this.#userId !== undefined;
    this.#userId = undefined;
    await this.#load();
    await this.#taking;
    if (!hasEnded) {
      await this.clear();
      return;
    }
    // Otherwise only a visitor's choice is in memory.
    if (!wasOpen) return;
    this.#stop();
    this.#loading = undefined;
    this.replace(EMPTY);
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
  async #dropOthers(userId: string): Promise<void> {
    const { userId: owner, visitors = [] } = this.#batch;
    if (owner === null || owner === userId) return;
    this.#sender.stop();
    this.#watch.stop();
    // A visitor's choice since then has replaced the owner's.
    const refused = visitors.length > 0 ? this.getState().refused : [];
    this.#batch = { ...newBatch(null), refused };
    this.set({ wasSaving: false, refused });
    const ids = this.getState().items.map(({ id }) => id);
    await this.#forget(ids.filter((id) => !visitors.includes(id)));
  }

  /** Stops sending and watching, and forgets what is in memory. */
  #stop(): void {
    this.#sender.stop();
    this.#watch.stop();
    this.#files.forgetAll();
    this.#batch = newBatch(this.#userId ?? null);
    saveAll.reset();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    const stored = await bulkStorage.load().catch(() => undefined);
    if (stored !== undefined) {
      this.#batch = stored.batch;
      const { isSaving, refused = [] } = stored.batch;
      this.set({ items: stored.items, refused, wasSaving: isSaving });
    }
    this.set({ isLoading: false });
  }

  /** @param userId null: a visitor's, who may not be the owner of the batch */
  async #add(files: readonly File[], userId = this.#batch.userId): Promise<void> {
    const items = files.map((file): BulkItem => {
      const id = randomUuid();
      this.#files.add(id, file);
      return { id, name: file.name, bytes: file.size, life: queued(id) };
    });
    this.set({ items: [...this.getState().items, ...items] });
    const order = this.getState().items.map(({ id }) => id);
    const { userId: owner, visitors = [] } = this.#batch;
    const isVisitors = owner !== null && userId === null;
    await this.#saveBatch(isVisitors ? { order, visitors: [...visitors, ...items.map(({ id }) => id)] } : { order });
    await this.#keep(bulkStorage.saveItems(items));
    this.#go();
    await this.#files.write(items.map(({ id }) => id));
  }

  #next(isRunning: (id: string) => boolean): { id: string; key: string; batchId: string } | undefined {
    if (this.#userId === undefined) return undefined;
    for (const { id, life } of this.getState().items)
      if (life.stage === 'queued' && !isRunning(id)) return { id, key: life.key, batchId: this.#batch.batchId };
    return undefined;
  }

  async #noteDigest(id: string, file: File): Promise<void> {
    const digest = await digestOf(file);
    this.set({ items: this.getState().items.map((item) => (item.id === id ? { ...item, digest } : item)) });
  }

  #apply(id: string, event: LifeEvent): void {
    const item = this.getState().items.find((candidate) => candidate.id === id);
    if (item === undefined) return;
    const life = after(item.life, event);
    if (life === item.life) return;
    const now = { ...item, life };
    const changed = life.stage === 'gone' ? [] : [now];
    this.set({ items: this.getState().items.flatMap((present) => (present.id === id ? changed : present)) });
    const isDone = life.stage === 'ready' || (life.stage === 'failed' && !canRetry(life));
    if (isDone || life.stage === 'gone') this.#files.drop(id);
    if (event.kind === 'taken' || event.kind === 'refused' || event.kind === 'retried')
      void this.#keep(bulkStorage.saveItems([now]));
    if (event.kind === 'taken') this.#watch.wake(this.#batch.batchId);
  }

  #takeViews(views: readonly TransactionView[], goneIds: ReadonlySet<string>): boolean {
    const byId = new Map(views.map((view) => [view.id, view]));
    const gone: string[] = [];
    let isNew = false;
    for (const { id, life } of this.getState().items) {
      const transactionId = idOf(life);
      if (transactionId === undefined) continue;
      const view = byId.get(transactionId);
      if (view === undefined) {
        if (goneIds.has(transactionId)) gone.push(id);
        continue;
      }
      // Not by `updatedAt`, which stands still when one process's clock lags behind another's.
      if (JSON.stringify(view) === JSON.stringify(viewOf(life))) continue;
      isNew = true;
      this.#apply(id, { kind: 'seen', view });
    }
    // Deleted on another page, or expired.
    if (gone.length > 0) void this.#forget(gone);
    return isNew || gone.length > 0;
  }

  #showPlace(place: ShownPlace | undefined): void {
    if (place?.ahead !== this.getState().place?.ahead) this.set({ place });
  }

  #go(): void {
    this.#sender.wake();
    if (this.#userId !== undefined) this.#watch.wake(this.#batch.batchId);
  }

  async #forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#apply(id, { kind: 'forgotten' });
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

/** The picture waits for the next login. */
const isEndedLogin = ({ status }: Failure): boolean => status === 401;

function newBatch(userId: string | null): StoredBatch {
  return { batchId: randomUuid(), userId, order: [], isSaving: false };
}

export const bulkStore = new BulkStore();
