import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { SECURITY_CATEGORIES, securityFactOf } from '@clearcut/schemas/security/facts';
import type { SecurityKind } from '@clearcut/schemas/security/kinds';

/** Ignores older events, such as when an installation first follows the log. */
const FRESH_MS = 60 * 60_000;

/**
 * Logs and counts security events for alerts, without names or addresses. Counted by the following process only; sum
 * over processes.
 */
export function startSecurityAlerts({
  metrics,
  log,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly log: Logger;
}): Subscriber {
  const counts = new Map<SecurityKind, number>();
  metrics.gauge(
    'security_facts',
    'Facts of security that this process has followed, by kind',
    async () => [...counts].map(([kind, value]) => ({ labels: { kind }, value })),
    ['kind'],
  );
  return startSubscriber({
    ...deps,
    log,
    name: 'security-alerts',
    schema: 'subscriptions',
    filter: { categories: SECURITY_CATEGORIES },
    handle: async (_tx, events) => {
      for (const { event, metadata, recordedAt } of events) {
        const fact = securityFactOf(event);
        if (fact === undefined || Date.now() - recordedAt.getTime() > FRESH_MS) continue;
        const { kind, ...rest } = fact;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        const { actor, correlationId } = metadata;
        log.info({ security: kind, ...rest, actor, requestId: correlationId }, 'security');
      }
    },
  });
}
