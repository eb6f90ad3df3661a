import type { Failure } from '../../lib/errors/failure.ts';
import { failureIn } from '../pictures/uploads/life/selectors.ts';
import type { Entry, GalleryState } from './picture/gallery.ts';

export interface NoPictureReason {
  /** `failed`: the list did not load; `broken`: the selected picture did not. */
  readonly text: 'empty' | 'failed' | 'broken' | 'loading' | 'working';
  readonly failure: Failure | undefined;
}

const failureOf = ({ life }: Entry): Failure | undefined => failureIn(life);

export function whyNoPicture({ stage, entries, selectedId, failure }: GalleryState): NoPictureReason {
  if (stage !== 'ready') return { text: stage, failure };
  const selected = entries.find(({ id }) => id === selectedId);
  if (selected === undefined) return { text: 'empty', failure: entries.map(failureOf).find(Boolean) };
  const broken = failureOf(selected);
  return { text: broken === undefined ? 'working' : 'broken', failure: broken };
}
