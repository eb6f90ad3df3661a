import type { Work } from '@clearcut/schemas/support/work-http';
import { useState } from 'react';

export type Trend = 'more' | 'less' | 'same';

interface Seen {
  readonly of: readonly Work['subscribers'][number][];
  /** Lags in events, latest last. */
  readonly lags: ReadonlyMap<string, readonly number[]>;
}

/** Polls compared: about a minute. */
const MAX_POLLS = 12;

/** Trend of each subscriber's lag since the page was opened, over at most a minute. */
export function useTrends(subscribers: readonly Work['subscribers'][number][]): ReadonlyMap<string, Trend> {
  const [seen, setSeen] = useState<Seen>({ of: [], lags: new Map() });
  if (seen.of !== subscribers) {
    const lags = new Map(
      subscribers.map(({ name, lagEvents }) => [
        name,
        [...(seen.lags.get(name) ?? []), lagEvents ?? 0].slice(-MAX_POLLS),
      ]),
    );
    setSeen({ of: subscribers, lags });
  }
  return new Map([...seen.lags].map(([name, lags]) => [name, trendOf(lags)]));
}

function trendOf(lags: readonly number[]): Trend {
  const [first = 0, last = 0] = [lags[0], lags.at(-1)];
  if (last === first) return 'same';
  return last > first ? 'more' : 'less';
}
