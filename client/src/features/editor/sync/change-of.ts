import type { Version } from './edit-log.ts';
import { isSame } from './is-same.ts';
import type { OutboxState } from './outbox.ts';

export type Change = 'undone' | 'redone' | 'erase' | 'restore' | 'refine' | 'settings';

/** Undefined for changes too small to notice. */
export function changeOf(before: Version, after: Version): Change | undefined {
  // An edit whose answer was lost is shown on top of itself until the server names it.
  if (after.headId === before.headId || after.formerId === before.headId) return undefined;
  if (after.headId === before.undoId) return 'undone';
  if (after.headId === before.redoId) return 'redone';
  if (after.masks.length > before.masks.length) return after.masks.at(-1)?.mode;
  // Otherwise the same edit under the server's id, with settings reloaded from there.
  const isRenamed = after.masks.length === before.masks.length && isSame(after.settings, before.settings);
  return isRenamed ? undefined : 'settings';
}

export interface Seen {
  readonly pictureId: string;
  readonly version: Version;
  readonly sync: OutboxState;
}

export interface Announced {
  readonly seen: Seen;
  /** Usually one: an edit, or that the connection is lost. */
  readonly says: readonly (Change | 'offline')[];
  /** Counts announcements, so that an equal one is read out again. */
  readonly count: number;
}

/**
 * Announces each edit once and a lost connection once, not again with each edit or on reconnection. Opening another
 * picture is no change.
 */
export function announce(before: Announced, seen: Seen): Announced {
  const { pictureId, version, sync } = before.seen;
  if (pictureId === seen.pictureId && version === seen.version && sync === seen.sync) return before;
  const isOther = pictureId !== seen.pictureId;
  const change = isOther ? undefined : changeOf(version, seen.version);
  const isLost = seen.sync === 'offline' && (isOther || sync !== 'offline');
  const says = [...(change === undefined ? [] : [change]), ...(isLost ? (['offline'] as const) : [])];
  if (says.length > 0) return { seen, says, count: before.count + 1 };
  return { seen, says: isOther ? [] : before.says, count: before.count };
}
