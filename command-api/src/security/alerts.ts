import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { SECURITY_CATEGORIES, securityFactOf } from '@clearcut/schemas/security/facts';
import type { SecurityKind } from '@clearcut/schemas/security/kinds';

/** An alert is about now: what the log tells of earlier, as to an installation that has just begun to follow it, is passed over. */
const FRESH_MS = 60 * 60_000;

/**
 * Writes a line of the process's log for each fact of security, and counts it: what an operator's alerts follow. Names and addresses are not
 * in it. The count is that of the process which follows the log; a sum over the processes is that of the installation.
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
