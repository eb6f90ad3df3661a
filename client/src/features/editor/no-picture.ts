import type { Failure } from '../../lib/errors/failure.ts';
import type { GalleryState } from './picture/gallery.ts';

export interface NoPictureReason {
  /** `failed`: the list did not come; `broken`: the picture that is selected. */
  readonly text: 'empty' | 'failed' | 'broken' | 'loading' | 'working';
  readonly failure: Failure | undefined;
}

/** Why no picture is open. */
export function whyNoPicture({ stage, entries, selectedId, failure }: GalleryState): NoPictureReason {
  if (stage !== 'ready') return { text: stage, failure };
  const selected = entries.find(({ id }) => id === selectedId);
  if (selected === undefined) return { text: 'empty', failure: entries.find((entry) => entry.failure)?.failure };
  return { text: selected.failure === undefined ? 'working' : 'broken', failure: selected.failure };
}
