import type { Database } from '@clearcut/platform/database/database';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { ErrorCode } from '@clearcut/schemas/errors';
import { inboxAge } from './inbox/inbox.ts';

export interface BillingMetrics {
  readonly onConflict: () => void;
  readonly onFound: (count: number) => void;
  readonly onDeclined: (code: ErrorCode) => void;
}

export function billingMetrics(metrics: Metrics, database: Database): BillingMetrics {
  let conflicts = 0;
  let found = 0;
  const declined = new Map<ErrorCode, number>();
  metrics.gauge('billing_inbox_oldest_seconds', 'Age of the oldest hint that has not been followed', () =>
    inboxAge(database),
  );
  metrics.gauge('billing_observe_conflicts', 'Looks at a customer that another one overtook', async () => conflicts);
  metrics.gauge('billing_poll_found', 'Hints that came by asking, whose webhook was lost', async () => found);
  metrics.gauge(
    'billing_payments_declined',
    'Payments that were refused, by code',
    async () => [...declined].map(([code, value]) => ({ labels: { code }, value })),
    ['code'],
  );
  return {
    onConflict: () => void (conflicts += 1),
    onFound: (count) => void (found += count),
    onDeclined: (code) => void declined.set(code, (declined.get(code) ?? 0) + 1),
  };
}
