import { clear, delMany, get, set } from 'idb-keyval';
import type { Stroke } from '@clearcut/scene/brush';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { keyValueStore } from '../../../lib/key-value-store.ts';
import type { EditCommand } from './edit-log.ts';

/** Source of a stroke's mask. Stored instead of the mask, as it exists at once and is a thousand times smaller. */
export interface DrawnStroke {
  readonly stroke: Stroke;
  readonly isMagic: boolean;
}

/** An edit the server may not know yet. */
export interface Draft {
  readonly command: EditCommand;
  /** For mask edits. */
  readonly drawn: DrawnStroke | null;
}

/**
 * Pending edits, stored in this browser until the server has them, so that a reload, a crash or lost connection loses
 * none. Without storage (private windows) they last as long as the page.
 */
const store = keyValueStore('clearcut-editor', 'drafts');

/** Edits about to enter the database, by picture. */
type Journal = Readonly<Record<string, { readonly drafts: readonly Draft[]; readonly areMore: boolean }>>;

/**
 * The database takes some milliseconds, in which a reload would lose the edit. Synchronous but small storage holds it
 * until then.
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

/** Latest write per picture: an older one that ends later does not touch the journal. */
const writings = new Map<string, symbol>();

export async function readDrafts(transactionId: string): Promise<readonly Draft[]> {
  const entry = readJournal()[transactionId];
  if (entry !== undefined && !entry.areMore) return entry.drafts;
  const stored = (await get<readonly Draft[]>(transactionId, store).catch(() => undefined)) ?? [];
  return [...stored, ...(entry?.drafts ?? [])];
}

/** When the call returns, a reload finds the drafts; when the promise resolves, the database has them. */
export async function writeDrafts(transactionId: string, drafts: readonly Draft[]): Promise<void> {
  const writing = Symbol();
  writings.set(transactionId, writing);
  writeJournal(transactionId, { drafts, areMore: false });
  try {
    await (drafts.length === 0 ? delMany([transactionId], store) : set(transactionId, drafts, store));
  } catch {
    // Without a database, the journal keeps what fits.
    if (drafts.length > 0) return;
  }
  if (writings.get(transactionId) !== writing) return;
  writings.delete(transactionId);
  writeJournal(transactionId, undefined);
}

/** Appends drafts made while the earlier ones are still being read. */
export function writeMore(transactionId: string, drafts: readonly Draft[]): void {
  writeJournal(transactionId, { drafts, areMore: true });
}

export async function forgetDrafts(): Promise<void> {
  writings.clear();
  removeStored('editor-drafts');
  await clear(store).catch(() => undefined);
}
