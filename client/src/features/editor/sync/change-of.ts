import type { Version } from './edit-log.ts';
import { isSame } from './is-same.ts';

export type Change = 'undone' | 'redone' | 'erase' | 'restore' | 'settings';

/** What a person would call it; undefined for what they would not notice. */
export function changeOf(before: Version, after: Version): Change | undefined {
  if (after.headId === before.headId) return undefined;
  if (after.headId === before.undoId) return 'undone';
  if (after.headId === before.redoId) return 'redone';
  if (after.masks.length > before.masks.length) return after.masks.at(-1)?.mode;
  // Otherwise the same edit under the name that the server gave it, with settings that came anew from there.
  return isSame(after.settings, before.settings) ? undefined : 'settings';
}
