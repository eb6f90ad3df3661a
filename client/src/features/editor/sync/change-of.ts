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
  const isRenamed = after.masks.length === before.masks.length && isSame(after.settings, before.settings);
  return isRenamed ? undefined : 'settings';
}

/** What a person was told last of the picture that is open. */
export interface Told {
  readonly pictureId: string;
  readonly version: Version;
  readonly change: Change | undefined;
  /** Of the changes told: the same one twice is to be heard twice. */
  readonly count: number;
}

/** What is to be told now. Another picture that is opened has not changed. */
export function toldOf(before: Told, pictureId: string, version: Version): Told {
  if (before.pictureId !== pictureId) return { ...before, pictureId, version, change: undefined };
  if (before.version === version) return before;
  const change = changeOf(before.version, version);
  return change === undefined ? { ...before, version } : { pictureId, version, change, count: before.count + 1 };
}
