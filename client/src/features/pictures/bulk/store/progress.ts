import type { BulkItem } from './bulk-item.ts';

/** Share of a picture's progress that its upload takes. */
const UPLOAD_SHARE = 0.5;

function shareOf({ bytes, life }: BulkItem): number {
  switch (life.stage) {
    case 'queued':
      return 0;
    case 'sending':
      return UPLOAD_SHARE * Math.min(1, (life.sent?.bytes ?? 0) / Math.max(1, bytes));
    case 'waiting':
      return UPLOAD_SHARE;
    case 'ready':
    case 'failed':
    case 'gone':
      return 1;
  }
}

/** 0 to 1. */
export function shareDone(items: readonly BulkItem[]): number {
  if (items.length === 0) return 0;
  return items.reduce((sum, item) => sum + shareOf(item), 0) / items.length;
}

/** Minimum time of observation before an estimate. */
const POLL_INTERVAL_MS = 3_000;
/** Milliseconds; older speeds say little. */
const WINDOW_MS = 60_000;

export interface Mark {
  /** Milliseconds of any clock. */
  readonly at: number;
  readonly share: number;
}

/** Marks to keep with a new one. Progress that fell (pictures were added) restarts the count. */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const last = marks.at(-1);
  if (last !== undefined && mark.share < last.share) return [mark];
  return [...marks.filter(({ at }) => mark.at - at <= WINDOW_MS), mark];
}

/** Milliseconds left at the pace of the marks; undefined while too early or without progress. */
export function timeLeft(marks: readonly Mark[]): number | undefined {
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < POLL_INTERVAL_MS || last.share <= first.share) {
    return undefined;
  }
  return ((1 - last.share) * (last.at - first.at)) / (last.share - first.share);
}
