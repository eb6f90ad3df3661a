import { expect, onTestFinished, test, vi } from 'vitest';
import { waitUntil } from './wait-until.ts';

test.for([-3_600_000, 3_600_000])(
  'regression: a clock set by %i ms made a wait that much longer or shorter',
  async (by) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let looks = 0;
    const look = () => Promise.resolve(void looks++);
    const pause = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      if (looks === 1) vi.setSystemTime(Date.now() + by);
    };
    await waitUntil(look, { deadline: performance.now() + 1_000, pause, recheckMs: 250 });
    expect(looks).toBe(5);
  },
);
