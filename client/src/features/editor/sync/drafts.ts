import { clear, createStore, delMany, get, set } from 'idb-keyval';
import type { Stroke } from '@clearcut/scene/brush';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import type { EditCommand } from './edit-log.ts';

/** What a stroke's mask is made of. Kept in its place: it is there at once, and a thousand times smaller. */
export interface DrawnStroke {
  readonly stroke: Stroke;
  readonly isMagic: boolean;
}

/** An edit that the server may not know yet. */
export interface Draft {
  readonly command: EditCommand;
  /** Of a mask. */
  readonly drawn: DrawnStroke | null;
}

/**
 * Edits on their way, kept in this browser until the server has them: a reload, a crash or a train in a tunnel loses none. Where the
 * browser keeps nothing (private windows), they live as long as the page.
 */
const store = createStore('clearcut-editor', 'drafts');

/** Edits that the database is about to get, by picture. */
type Journal = Readonly<Record<string, { readonly drafts: readonly Draft[]; readonly areMore: boolean }>>;

/**
 * The database answers after some milliseconds, in which a reload would lose the edit. So it is first written where writing is done when
 * the call returns; there is little room there, and so it stays only until the database has it.
 */
function readJournal(): Journal {
  try {
    const journal: unknown = JSON.parse(readStored('editor-drafts') ?? '{}');
    return typeof journal === 'object' && journal !== null ? (journal as Journal) : {};
  } catch {
    return {};
  }
}

function writeJournal(transactionId: string, entry: Journal[string] | undefined): void {
  const { [transactionId]: _before, ...others } = readJournal();
  const journal: Journal = entry === undefined ? others : { ...others, [transactionId]: entry };
  if (Object.keys(journal).length === 0) removeStored('editor-drafts');
  else writeStored('editor-drafts', JSON.stringify(journal));
}

/** The newest writing of each picture: an older one that ends later leaves the journal alone. */
const writings = new Map<string, symbol>();

export async function readDrafts(transactionId: string): Promise<readonly Draft[]> {
  const entry = readJournal()[transactionId];
  if (entry !== undefined && !entry.areMore) return entry.drafts;
  const stored = (await get<readonly Draft[]>(transactionId, store).catch(() => undefined)) ?? [];
  return [...stored, ...(entry?.drafts ?? [])];
}

/** When the call returns, a reload finds them; when the promise resolves, they are where there is room for them. */
export async function writeDrafts(transactionId: string, drafts: readonly Draft[]): Promise<void> {
  const writing = Symbol();
  writings.set(transactionId, writing);
  writeJournal(transactionId, { drafts, areMore: false });
  try {
    await (drafts.length === 0 ? delMany([transactionId], store) : set(transactionId, drafts, store));
  } catch {
    // Without a database the journal goes on keeping what has room in it.
    if (drafts.length > 0) return;
  }
  if (writings.get(transactionId) !== writing) return;
  writings.delete(transactionId);
  writeJournal(transactionId, undefined);
}

/** Keeps what was made while the drafts from before are still being read: it comes after them. */
export function writeMore(transactionId: string, drafts: readonly Draft[]): void {
  writeJournal(transactionId, { drafts, areMore: true });
}

export async function forgetDrafts(): Promise<void> {
  writings.clear();
  removeStored('editor-drafts');
  await clear(store).catch(() => undefined);
}
