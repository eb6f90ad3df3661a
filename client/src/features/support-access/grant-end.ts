import type { GrantHours } from '@clearcut/schemas/support/access';
import { HOUR_MS } from '../../lib/durations.ts';

/** End of a grant given now; rounds up to a full hour, like the server. */
export const grantEnd = (hours: GrantHours, now = Date.now()): string =>
  new Date(Math.ceil((now + hours * HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();
