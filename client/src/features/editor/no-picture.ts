import type { Failure } from '../../lib/errors/failure.ts';
import type { GalleryState } from './picture/gallery.ts';

export interface NoPictureReason {
  /** `failed`: the list did not load; `broken`: the selected picture did not. */
  readonly text: 'empty' | 'failed' | 'broken' | 'loading' | 'working';
  readonly failure: Failure | undefined;
}

export function whyNoPicture({ stage, entries, selectedId, failure }: GalleryState): NoPictureReason {
  if (stage !== 'ready') return { text: stage, failure };
  const selected = entries.find(({ id }) => id === selectedId);
  if (selected === undefined) return { text: 'empty', failure: entries.find((entry) => entry.failure)?.failure };
  return { text: selected.failure === undefined ? 'working' : 'broken', failure: selected.failure };
}
