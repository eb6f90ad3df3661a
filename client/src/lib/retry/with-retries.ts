import { toFailure, type Failure } from '../errors/failure.ts';
import { isPassing, untilOnline } from '../http/retry.ts';

/** The cut-out is still running: the same call succeeds afterwards. */
export const isTooSoon = ({ code }: Failure): boolean => code === 'image_not_ready';

/** Counted from the server's last queue position. */
const GIVE_UP_AFTER_MS = 3 * 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 8_000;

/**
 * @param onWait receives each failure that is retried
 * @throws Failure that a retry does not help, or after minutes
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  onWait: (failure: Failure) => void = () => undefined,
): Promise<T> {
  let since = Date.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await call();
    } catch (error) {
      const failure = toFailure(error);
      const mayPass = isPassing(failure) || isTooSoon(failure);
      if (failure.ahead !== undefined) since = Date.now();
      if (!mayPass || Date.now() - since > GIVE_UP_AFTER_MS) throw failure;
      onWait(failure);
      await untilOnline(waitMs);
    }
  }
}
