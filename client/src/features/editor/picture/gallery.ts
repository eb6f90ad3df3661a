import { EDITOR_PAGE_SIZE, IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { Failure, toFailure } from '../../../lib/errors/failure.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { after, idOf, lifeOf, type Life, type LifeEvent } from '../../pictures/uploads/life/life.ts';
import { viewOf } from '../../pictures/uploads/life/selectors.ts';
import { deleteTransaction, getTransaction, onDeletion } from '../../pictures/uploads/transaction/api.ts';
import { outcomeOf } from '../../pictures/uploads/transaction/outcome.ts';
import { watchTransaction } from '../../pictures/uploads/transaction/watch-transaction.ts';
import { getLastPictures } from '../sync/api.ts';
import { EditedPicture } from './edited-picture.ts';
import { isPictureGone } from './is-picture-gone.ts';
import { KeptIds } from './kept-ids.ts';
import { StripUploads } from './strip-uploads.ts';
import { Store } from '../../../lib/store.ts';
import { writeDrafts } from '../sync/drafts.ts';
import { forgetEdits, stopSending } from '../sync/outbox.ts';
import { tools } from '../state/tools.ts';

export interface Entry {
  /** Transaction id; a local one until the server has the picture. */
  readonly id: string;
  readonly name: string;
  readonly life: Life;
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
  /** An upload does not reach the server; it continues by itself. */
  readonly isOffline: boolean;
}

const EMPTY: GalleryState = {
  stage: 'loading',
  entries: [],
  selectedId: undefined,
  wantedId: undefined,
  picture: undefined,
  failure: undefined,
  failed: undefined,
  isOffline: false,
};
const MINUTES = IMAGE_RETENTION_MS / 60_000;

/** Whether unsent edits in this browser are those of another person, whose login ended elsewhere. */
function areLeftByAnother(owner: string | null): boolean {
  const left = readStored('editor-owner');
  return owner !== null && left !== undefined && left !== owner;
}

function unlessNoMore(error: unknown): void {
  if (!isPictureGone(toFailure(error))) throw error;
}

const entryOf = (view: TransactionView): Entry => ({ id: view.id, name: view.originalFileName, life: lifeOf(view) });

const isBeingSent = ({ life }: Entry): boolean => life.stage === 'queued' || life.stage === 'sending';

/**
 * The strip of pictures, newest first, and the open one. Lives outside React, so that changing pages or logging in
 * keeps the work.
 */
class Gallery extends Store<GalleryState> {
  /** Owner: a user id, null for a visitor, undefined before the session is known. */
  #owner: string | null | undefined;
  readonly #watches = new Map<string, () => void>();
  readonly #kept = new KeptIds();
  readonly #uploads = new StripUploads(
    (id, life) => this.#become(id, life),
    (isOffline) => this.set({ isOffline }),
  );

  constructor() {
    super(EMPTY);
    onDeletion((id) => this.#apply(id, { kind: 'forgotten' }));
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
    if (this.isAnothers(owner) || areLeftByAnother(owner)) await this.forget();
    if (owner !== null) writeStored('editor-owner', owner, { minutes: MINUTES });
    const { selectedId: before, picture, isOffline } = this.getState();
    this.#owner = owner;
    // Uploads finish, even after another person logged in.
    const sending = this.getState().entries.filter(isBeingSent);
    this.set({ ...EMPTY, entries: sending, picture, isOffline });
    try {
      const views = owner === null ? await this.#restored() : await getLastPictures();
      if (this.#owner !== owner) return;
      if (owner !== null) this.#kept.remove();
      // Pictures added while the list was loading stay, and stay open.
      const given = this.getState().entries;
      const others = views.filter(({ id }) => this.#entry(id) === undefined).map(entryOf);
      this.set({ stage: 'ready' });
      this.#list([...given, ...others].slice(0, EDITOR_PAGE_SIZE));
      for (const { id, life } of this.getState().entries) if (life.stage === 'waiting') this.#watch(id);
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
    const isComing = isBeingSent(entry) || entry.life.stage === 'waiting';
    if (isComing && picture !== undefined && picture.id !== id) {
      // The open picture stays until the next one can be edited.
      this.set({ selectedId: id });
      return;
    }
    if (picture !== undefined && picture.id !== id) picture.close();
    if (id !== this.getState().selectedId || picture?.id !== id) tools.showBackgrounds();
    const same = picture?.id === id ? picture : undefined;
    this.set({ selectedId: id, picture: same ?? this.#opened(entry) });
    if (idOf(entry.life) !== undefined) writeStored('editor-selected', id, { minutes: MINUTES });
  }

  /** Uploads pictures in sequence; each gets its place at once, and the first opens. */
  add(files: readonly File[]): void {
    const added = files.map((file) => ({ name: file.name, ...this.#uploads.add(file) }));
    for (const entry of added) this.#put(entry);
    const [first] = added;
    if (first !== undefined) this.select(first.id);
    this.#uploads.wake();
  }

  /**
   * Deletes a picture, from the server too, and shows the last healthy one. @throws Failure; then nothing has changed.
   */
  async remove(id: string): Promise<void> {
    const entry = this.#entry(id);
    if (entry !== undefined && idOf(entry.life) !== undefined) await deleteTransaction(id).catch(unlessNoMore);
    this.#apply(id, { kind: 'forgotten' });
  }

  /** @param about `hasEnded`: the login ended elsewhere; unsent edits wait for its owner's next one */
  async forget({ hasEnded = false } = {}): Promise<void> {
    this.#uploads.clear();
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
    // Another tab's sign-out has removed the owner.
    const keepsEdits = hasEnded && readStored('editor-owner') !== undefined;
    if (keepsEdits) this.getState().picture?.commit();
    this.getState().picture?.close({ isForgotten: true });
    this.#kept.forget();
    removeStored('editor-selected');
    // Not undefined, as before the session: an open editor now shows a visitor's pictures and does not load again.
    this.#owner = null;
    this.set({ ...EMPTY, stage: 'ready' });
    if (keepsEdits) {
      stopSending();
      return;
    }
    removeStored('editor-owner');
    await forgetEdits();
  }

  #opened({ life }: Entry): EditedPicture | undefined {
    if (life.stage !== 'ready') return undefined;
    const picture = new EditedPicture(life.view);
    // Keeps the strip current; reopening starts from it.
    picture.subscribe(() => {
      const { view, failure } = picture.getState();
      const entry = this.#entry(view.id);
      if (failure !== undefined && isPictureGone(failure)) {
        if (entry?.life.stage === 'ready') this.#become(view.id, { stage: 'failed', id: view.id, failure });
        return;
      }
      if (entry === undefined || viewOf(entry.life) === view) return;
      this.#replace(view.id, { ...entry, life: after(entry.life, { kind: 'seen', view }) });
    });
    return picture;
  }

  /** Up to 7 stored ids that still answer. */
  async #restored(): Promise<TransactionView[]> {
    const stored = this.#kept.read();
    const answers = await Promise.allSettled(stored.map((id) => getTransaction(id)));
    const offline = answers.find((answer) => answer.status === 'rejected' && !isPictureGone(toFailure(answer.reason)));
    if (offline?.status === 'rejected') throw offline.reason;
    this.#kept.know(stored);
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
        const found = entryOf(answer);
        this.#put(found);
        if (found.life.stage === 'waiting') this.#watch(found.id);
      }
    }
    this.set({ wantedId: undefined });
    const entry = wanted === undefined ? undefined : this.#entry(wanted);
    if (entry !== undefined && entry.life.stage !== 'failed') {
      this.#show(entry.id);
      return;
    }
    const isUnknown = failure !== undefined && !isPictureGone(failure);
    if (!isUnknown || this.getState().selectedId === undefined) this.#selectHealthy();
    if (entry !== undefined) this.set({ failed: entry });
    if (failure !== undefined) throw failure;
  }

  /** The upload page may have shown another picture since. */
  async #openLastShown(): Promise<void> {
    const { selectedId, stage } = this.getState();
    const shown = readStored('editor-selected');
    const selected = selectedId === undefined ? undefined : this.#entry(selectedId);
    const isUploading = selected !== undefined && idOf(selected.life) === undefined;
    if (stage !== 'ready' || shown === undefined || shown === selectedId || isUploading) return;
    await this.#openOne(shown).catch(unlessNoMore);
  }

  #watch(id: string): void {
    this.#watches.get(id)?.();
    const stop = watchTransaction(id, {
      onCutout: (view) => this.#apply(id, { kind: 'seen', view }),
      onFailure: (failure) => this.#apply(id, { kind: 'lost', id, failure }),
      onQueue: (queue) => this.#apply(id, { kind: 'placed', id, queue }),
    });
    this.#watches.set(id, stop);
  }

  #apply(id: string, event: LifeEvent): void {
    const entry = this.#entry(id);
    if (entry === undefined) return;
    const life = after(entry.life, event);
    if (life.stage === 'gone') this.#drop(id);
    else if (life !== entry.life) this.#become(id, life);
  }

  #become(id: string, life: Life): void {
    const entry = this.#entry(id);
    if (entry === undefined) return;
    const now = { ...entry, id: idOf(life) ?? entry.id, life };
    const isSelected = this.getState().selectedId === entry.id;
    this.#replace(entry.id, now);
    if (life.stage === 'failed') {
      // It stays as an error entry, and the last healthy one is shown (docs/product.md, Editor).
      if (isSelected) this.#selectHealthy();
      this.set({ failed: now });
    }
    if (life.stage === 'ready' && isSelected && this.getState().picture?.id !== now.id) this.#show(now.id);
    if (now.id === entry.id) return;
    if (isSelected) this.#show(now.id);
    this.#watch(now.id);
  }

  /** Removes a missing picture and shows the last healthy one. */
  #drop(id: string): void {
    this.#uploads.drop(id);
    this.#list(this.getState().entries.filter((candidate) => candidate.id !== id));
    const { selectedId, picture } = this.getState();
    if (selectedId === id) {
      // Its unsent edits have no target. Another one may be open until this one can be edited.
      picture?.close({ isForgotten: picture.id === id });
      this.set({ picture: undefined });
      this.#selectHealthy();
    }
    void writeDrafts(id, []);
  }

  #selectHealthy(): void {
    const healthy = this.getState().entries.find(({ life }) => life.stage !== 'failed');
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
    this.#kept.know(entries.map(({ id }) => id));
    // Stops polling and streaming for pictures that left the strip, which would continue for another minute.
    for (const [id, stop] of this.#watches) {
      if (this.#entry(id) !== undefined) continue;
      stop();
      this.#watches.delete(id);
    }
    if (this.#owner !== null) return;
    const ids = entries.flatMap(({ life }) => (life.stage === 'failed' ? [] : (idOf(life) ?? [])));
    this.#kept.write(ids, this.getState().stage === 'ready');
  }
}

export const gallery = new Gallery();
