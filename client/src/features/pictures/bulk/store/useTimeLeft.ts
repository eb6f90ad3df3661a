import { useEffect, useState } from 'react';
import { timeLeft, withMark, type Mark } from './progress.ts';

/** Counts time even while progress stands still. */
const TICK_MS = 1_000;

/** Milliseconds until `share` is 1, at the pace of the last minute; undefined while unknown. */
export function useTimeLeft(share: number): number | undefined {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useEffect(() => {
    const mark = () => setMarks((known) => withMark(known, { at: performance.now(), share }));
    mark();
    const timer = setInterval(mark, TICK_MS);
    return () => clearInterval(timer);
  }, [share]);
  return share >= 1 ? undefined : timeLeft(marks);
}
