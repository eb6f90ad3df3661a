import { clear, createStore, delMany, get, set } from 'idb-keyval';
import type { Stroke } from '@clearcut/scene/brush';
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

export async function readDrafts(transactionId: string): Promise<readonly Draft[]> {
  return (await get<readonly Draft[]>(transactionId, store).catch(() => undefined)) ?? [];
}

export async function writeDrafts(transactionId: string, drafts: readonly Draft[]): Promise<void> {
  await (drafts.length === 0 ? delMany([transactionId], store) : set(transactionId, drafts, store)).catch(
    () => undefined,
  );
}

export async function forgetDrafts(): Promise<void> {
  await clear(store).catch(() => undefined);
}
