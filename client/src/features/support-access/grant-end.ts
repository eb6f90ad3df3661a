import type { GrantHours } from '@clearcut/schemas/support/access';

const HOUR_MS = 3_600_000;

/** When a grant that is given now ends, as the server counts it: with a whole hour. */
export const grantEnd = (hours: GrantHours, now = Date.now()): string =>
  new Date(Math.ceil((now + hours * HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();
