import { useEffect, useState } from 'react';
import { request } from '../../../../lib/http/request.ts';
import type { HeatAnswer, HeatTask } from './heat.worker.ts';

/** Difference map, made off the main thread: undefined while loading, null on failure. */
export function useHeat(recordedUrl: string, replayedUrl: string): ImageBitmap | null | undefined {
  const [heat, setHeat] = useState<ImageBitmap | null>();
  useEffect(() => {
    const worker = new Worker(new URL('./heat.worker.ts', import.meta.url), { type: 'module' });
    const stopping = new AbortController();
    worker.addEventListener('message', ({ data }: MessageEvent<HeatAnswer>) =>
      setHeat('heat' in data ? data.heat : null),
    );
    worker.addEventListener('error', () => setHeat(null));
    const { signal } = stopping;
    const fileAt = async (url: string): Promise<Blob> => (await request(url, { signal })).blob();
    Promise.all([fileAt(recordedUrl), fileAt(replayedUrl)]).then(
      ([recorded, replayed]) => worker.postMessage({ recorded, replayed } satisfies HeatTask, []),
      () => setHeat(null),
    );
    return () => {
      stopping.abort();
      worker.terminate();
    };
  }, [recordedUrl, replayedUrl]);
  return heat;
}
