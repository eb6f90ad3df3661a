import { EDITOR_PAGE_SIZE, IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import type { QueuePlace, TransactionView } from '@clearcut/schemas/transaction/http';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { linkLatePicture } from '../../auth/session/link-pictures.ts';
import { deleteTransaction, getTransaction, onDeletion, uploadFile } from '../../uploads/transaction/api.ts';
import { failureOf, outcomeOf } from '../../uploads/transaction/outcome.ts';
import { nextPlace, type ShownPlace } from '../../uploads/transaction/queue-place.ts';
import { watchTransaction } from '../../uploads/transaction/watch-transaction.ts';
import { getLastPictures } from '../sync/api.ts';
import { EditedPicture } from './edited-picture.ts';
import { Store } from '../../../lib/store.ts';
import { writeDrafts } from '../sync/drafts.ts';
import { forgetEdits } from '../sync/outbox.ts';
import { tools } from '../state/tools.ts';

export interface Entry {
  /** Transaction id; a local one while uploading. */
  readonly id: string;
  readonly name: string;
  readonly stage: 'uploading' | 'processing' | 'ready' | 'failed';
  readonly view?: TransactionView;
  readonly failure?: Failure;
  /** Set while many wait before it. */
  readonly place?: ShownPlace;
}

export interface GalleryState {
  readonly stage: 'loading' | 'ready' | 'failed';
  readonly entries: readonly Entry[];
  readonly selectedId: string | undefined;
  /** Requested and loading. Any choice made meanwhile wins. */
  readonly wantedId: string | undefined;
  /** The selected picture once it can be edited. */
  readonly picture: EditedPicture | undefined;
  readonly failure: Failure | undefined;
  /** Last picture to fail while the list was available. */
  readonly failed: Entry | undefined;
}

const EMPTY: GalleryState = {
  stage: 'loading',
  entries: [],
  selectedId: undefined,
  wantedId: undefined,
  picture: undefined,
  failure: undefined,
  failed: undefined,
};
const MINUTES = IMAGE_RETENTION_MS / 60_000;

/** Deleted, or another person's. */
const isNoMore = ({ status }: Failure): boolean => [403, 404, 410].includes(status);

function unlessNoMore(error: unknown): void {
  if (!isNoMore(toFailure(error))) throw error;
}

function entryOf(view: TransactionView): Entry {
  const outcome = outcomeOf(view);
  const about = { id: view.id, name: view.originalFileName, view };
  if (outcome === 'failed') return { ...about, stage: 'failed', failure: failureOf(view) };
  return { ...about, stage: outcome === 'shown' || outcome === 'improved' ? 'ready' : 'processing' };
}

function storedIds(): string[] {
  try {
    const ids: unknown = JSON.parse(readStored('editor-images') ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, EDITOR_PAGE_SIZE) : [];
  } catch {
    return [];
  }
}

/**
 * The strip of pictures, newest first, and the open one. Lives outside React, so that changing pages or logging in
 * keeps the work.
 */
class Gallery extends Store<GalleryState> {
  /** Owner: a user id, null for a visitor, undefined before the session is known. */
  #owner: string | null | undefined;
  /** Running uploads. They finish even when pushed out of the strip. */
  readonly #uploads = new Map<string, AbortController>();
  readonly #watches = new Map<string, () => void>();
  readonly #known = new Set<string>();

  constructor() {
    super(EMPTY);
    onDeletion((id) => this.#drop(id));
  }

  /**
   * Loads this person's pictures and opens one.
   * @param wanted the one in the address
   * @throws Failure when that one is gone or unknown; the open one then stays open
   */
  async open(owner: string | null, wanted: string | undefined): Promise<void> {
    if (owner === this.#owner && this.getState().stage !== 'failed') {
      if (wanted === undefined) {
        await this.#openLastShown();
        return;
      }
      if (wanted === this.getState().selectedId) this.set({ wantedId: undefined });
      else await this.#openOne(wanted);
      return;
    }
    // A login continues with the same picture; a previous person leaves nothing behind. A failed list does not end a
    // person's session, and forgetting would delete unsent edits.
    if (this.isAnothers(owner)) await this.forget();
    const { selectedId: before, picture } = this.getState();
    this.#owner = owner;
    // Uploads finish, even after another person logged in.
    const sending = this.getState().entries.filter(({ stage }) => stage === 'uploading');
    this.set({ ...EMPTY, entries: sending, picture });
    try {
      const views = owner === null ? await this.#restored() : await getLastPictures();
      if (this.#owner !== owner) return;
      if (owner !== null) removeStored('editor-images');
      // Pictures added while the list was loading stay, and stay open.
      const given = this.getState().entries;
      const others = views.filter(({ id }) => this.#entry(id) === undefined).map(entryOf);
      this.set({ stage: 'ready' });
      this.#list([...given, ...others].slice(0, EDITOR_PAGE_SIZE));
      for (const { id, stage } of this.getState().entries) if (stage === 'processing') this.#watch(id);
    } catch (error) {
      if (this.#owner === owner) this.set({ stage: 'failed', failure: toFailure(error) });
      return;
    }
    const { selectedId, wantedId } = this.getState();
    if (selectedId !== undefined || wantedId !== undefined) return;
    if (wanted !== undefined) await this.#openOne(wanted);
    // Ignores that the previous picture is gone.
    else await this.#openOne(before ?? readStored('editor-selected')).catch(unlessNoMore);
  }

  /** Whether this is the work of a person who has since logged out. */
  isAnothers(owner: string | null): boolean {
    return this.#owner !== undefined && this.#owner !== null && this.#owner !== owner;
  }

  select(id: string): void {
    this.set({ wantedId: undefined });
    this.#show(id);
  }

  #show(id: string): void {
    const entry = this.#entry(id);
    if (entry === undefined) return;
    const { picture } = this.getState();
    const isComing = entry.stage === 'uploading' || entry.stage === 'processing';
    if (isComing && picture !== undefined && picture.id !== id) {
      // The open picture stays until the next one can be edited.
      this.set({ selectedId: id });
      return;
    }
    if (picture !== undefined && picture.id !== id) picture.close();
    if (id !== this.getState().selectedId || picture?.id !== id) tools.showBackgrounds();
    const same = picture?.id === id ? picture : undefined;
    this.set({ selectedId: id, picture: same ?? this.#opened(entry) });
    if (entry.view !== undefined) writeStored('editor-selected', id, { minutes: MINUTES });
  }

  /** Uploads pictures in sequence; each gets its place at once, and the first opens. */
  async add(files: readonly File[]): Promise<void> {
    const uploads = files.map((file) => ({ file, place: randomUuid(), controller: new AbortController() }));
    for (const { file, place, controller } of uploads) {
      this.#put({ id: place, name: file.name, stage: 'uploading' });
      this.#uploads.set(place, controller);
    }
    const [first] = uploads;
    if (first !== undefined) this.select(first.place);
    for (const { file, place, controller } of uploads) await this.#upload(file, place, controller.signal);
  }

  /**
   * Deletes a picture, from the server too, and shows the last healthy one. @throws Failure; then nothing has changed.
   */
  async remove(id: string): Promise<void> {
    if (this.#entry(id)?.view !== undefined) await deleteTransaction(id).catch(unlessNoMore);
    this.#drop(id);
  }

  async forget(): Promise<void> {
    for (const controller of this.#uploads.values()) controller.abort();
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
    this.getState().picture?.close({ isForgotten: true });
    this.#known.clear();
    removeStored('editor-images');
    removeStored('editor-selected');
    // Not undefined, as before the session: an open editor now shows a visitor's pictures and does not load again.
    this.#owner = null;
    this.set({ ...EMPTY, stage: 'ready' });
    await forgetEdits();
  }

  #opened({ stage, view }: Entry): EditedPicture | undefined {
    if (stage !== 'ready' || view === undefined) return undefined;
    const picture = new EditedPicture(view);
    // Keeps the strip current; reopening starts from it.
    picture.subscribe(() => {
      const now = picture.getState().view;
      const entry = this.#entry(now.id);
      if (entry !== undefined && entry.view !== now) this.#replace(now.id, { ...entry, view: now });
    });
    return picture;
  }

  /** Up to 7 stored ids that still answer. */
  async #restored(): Promise<TransactionView[]> {
    const stored = storedIds();
    const answers = await Promise.allSettled(stored.map((id) => getTransaction(id)));
    const offline = answers.find((answer) => answer.status === 'rejected' && !isNoMore(toFailure(answer.reason)));
    if (offline?.status === 'rejected') throw offline.reason;
    for (const id of stored) this.#known.add(id);
    return answers.flatMap((answer) =>
      answer.status === 'fulfilled' && outcomeOf(answer.value) !== 'failed' ? [answer.value] : [],
    );
  }

  async #openOne(wanted: string | undefined): Promise<void> {
    let failure: Failure | undefined;
    if (wanted !== undefined && this.#entry(wanted) === undefined) {
      this.set({ wantedId: wanted });
      const answer = await getTransaction(wanted).catch(toFailure);
      if (this.getState().wantedId !== wanted) return;
      if (answer instanceof Failure) failure = answer;
      // The list may have added it meanwhile.
      else if (this.#entry(wanted) === undefined) {
        this.#put(entryOf(answer));
        if (outcomeOf(answer) === 'waiting' || outcomeOf(answer) === 'incomplete') this.#watch(answer.id);
      }
    }
    this.set({ wantedId: undefined });
    const entry = wanted === undefined ? undefined : this.#entry(wanted);
    if (entry !== undefined && entry.stage !== 'failed') {
      this.#show(entry.id);
      return;
    }
    const isUnknown = failure !== undefined && !isNoMore(failure);
    if (!isUnknown || this.getState().selectedId === undefined) this.#selectHealthy();
    if (entry !== undefined) this.set({ failed: entry });
    if (failure !== undefined) throw failure;
  }

  /** The upload page may have shown another picture since. */
  async #openLastShown(): Promise<void> {
    const { selectedId, stage } = this.getState();
    const shown = readStored('editor-selected');
    const isUploading = selectedId !== undefined && this.#entry(selectedId)?.view === undefined;
    if (stage !== 'ready' || shown === undefined || shown === selectedId || isUploading) return;
    await this.#openOne(shown).catch(unlessNoMore);
  }

  async #upload(file: File, place: string, signal: AbortSignal): Promise<void> {
    try {
      const { id, session_id } = await uploadFile(file, { onProgress: () => undefined, signal });
      await linkLatePicture(session_id);
      const view = await getTransaction(id);
      // Removed meanwhile; otherwise it would stay on the server without being shown anywhere.
      if (signal.aborted) {
        await deleteTransaction(id);
        return;
      }
      const isSelected = this.getState().selectedId === place;
      this.#replace(place, entryOf(view));
      if (isSelected) this.#show(id);
      if (this.#entry(id) !== undefined) this.#watch(id);
    } catch (error) {
      if (!signal.aborted) this.#fail(place, toFailure(error));
    } finally {
      this.#uploads.delete(place);
    }
  }

  #watch(id: string): void {
    this.#watches.get(id)?.();
    const stop = watchTransaction(id, {
      onCutout: (view) => {
        this.#replace(id, entryOf(view));
        const { selectedId, picture } = this.getState();
        if (selectedId === id && picture?.id !== id) this.#show(id);
      },
      onFailure: (failure) => this.#fail(id, failure),
      onQueue: (queue) => this.#place(id, queue),
    });
    this.#watches.set(id, stop);
  }

  #place(id: string, queue: QueuePlace | undefined): void {
    const entry = this.#entry(id);
    if (entry?.stage !== 'processing') return;
    const { place: before, ...rest } = entry;
    const place = nextPlace(before, queue);
    if (place?.ahead === before?.ahead) return;
    this.#replace(id, { ...rest, ...(place === undefined ? {} : { place }) });
  }

  /** A failed picture stays as an error entry, and the last healthy one is shown (docs/product.md, Editor). */
  #fail(id: string, failure: Failure): void {
    const entry = this.#entry(id);
    if (entry === undefined) return;
    const failed: Entry = { ...entry, stage: 'failed', failure };
    this.#replace(id, failed);
    if (this.getState().selectedId === id) this.#selectHealthy();
    this.set({ failed });
  }

  /** Removes a missing picture and shows the last healthy one. */
  #drop(id: string): void {
    if (this.#entry(id) === undefined) return;
    this.#uploads.get(id)?.abort();
    this.#list(this.getState().entries.filter((candidate) => candidate.id !== id));
    const { selectedId, picture } = this.getState();
    if (selectedId === id) {
      // Its unsent edits have no target.
      picture?.close({ isForgotten: true });
      this.set({ picture: undefined });
      this.#selectHealthy();
    }
    void writeDrafts(id, []);
  }

  #selectHealthy(): void {
    const healthy = this.getState().entries.find(({ stage }) => stage !== 'failed');
    if (healthy !== undefined) {
      this.#show(healthy.id);
      return;
    }
    this.getState().picture?.close();
    this.set({ selectedId: undefined, picture: undefined });
    removeStored('editor-selected');
  }

  #entry(id: string): Entry | undefined {
    return this.getState().entries.find((entry) => entry.id === id);
  }

  /** Puts a picture first; the strip holds seven. */
  #put(entry: Entry): void {
    this.#list([entry, ...this.getState().entries].slice(0, EDITOR_PAGE_SIZE));
  }

  #replace(id: string, entry: Entry): void {
    this.#list(this.getState().entries.map((present) => (present.id === id ? entry : present)));
  }

  #list(entries: readonly Entry[]): void {
    this.set({ entries });
    for (const { id } of entries) this.#known.add(id);
    // Stops polling and streaming for pictures that left the strip, which would go on for another minute.
    for (const [id, stop] of this.#watches) {
      if (this.#entry(id) !== undefined) continue;
      stop();
      this.#watches.delete(id);
    }
    if (this.#owner !== null) return;
    const ids = entries.filter(({ stage, view }) => view !== undefined && stage !== 'failed').map(({ id }) => id);
    // Pictures only this browser knows: another tab's, newer than this page's list, or all stored ones until the list
    // loads.
    const others = storedIds().filter((id) => !this.#known.has(id));
    const all = this.getState().stage === 'ready' ? [...others, ...ids] : [...ids, ...others];
    writeStored('editor-images', JSON.stringify(all.slice(0, EDITOR_PAGE_SIZE)), { minutes: MINUTES });
  }
}

export const gallery = new Gallery();
