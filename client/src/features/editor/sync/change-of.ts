import type { Version } from './edit-log.ts';
import { isSame } from './is-same.ts';
import type { OutboxState } from './outbox.ts';

export type Change = 'undone' | 'redone' | 'erase' | 'restore' | 'refine' | 'settings';

/** What a person would call it; undefined for what they would not notice. */
export function changeOf(before: Version, after: Version): Change | undefined {
  if (after.headId === before.headId) return undefined;
  if (after.headId === before.undoId) return 'undone';
  if (after.headId === before.redoId) return 'redone';
  if (after.masks.length > before.masks.length) return after.masks.at(-1)?.mode;
  // Otherwise the same edit under the name that the server gave it, with settings that came anew from there.
  const isRenamed = after.masks.length === before.masks.length && isSame(after.settings, before.settings);
  return isRenamed ? undefined : 'settings';
}

/** What there is to tell of: a picture, what it looks like, and whether its edits are on their way. */
export interface Seen {
  readonly pictureId: string;
  readonly version: Version;
  readonly sync: OutboxState;
}

/** What a person was told last of the picture that is open. */
export interface Told {
  readonly seen: Seen;
  /** Usually one: an edit, or that the connection is lost. */
  readonly says: readonly (Change | 'offline')[];
  /** Of the times that something was told: the same twice is to be heard twice. */
  readonly count: number;
}

/**
 * What is to be told now: each edit once, and once that the connection is lost, not again with each edit or when it is back. Another
 * picture that is opened has not changed.
 */
export function toldOf(before: Told, seen: Seen): Told {
  const { pictureId, version, sync } = before.seen;
  if (pictureId === seen.pictureId && version === seen.version && sync === seen.sync) return before;
  const isOther = pictureId !== seen.pictureId;
  const change = isOther ? undefined : changeOf(version, seen.version);
  const isLost = seen.sync === 'offline' && (isOther || sync !== 'offline');
  const says = [...(change === undefined ? [] : [change]), ...(isLost ? (['offline'] as const) : [])];
  if (says.length > 0) return { seen, says, count: before.count + 1 };
  return { seen, says: isOther ? [] : before.says, count: before.count };
}
