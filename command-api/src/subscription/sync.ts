import { createHash } from 'node:crypto';
import { derivedId, eventId } from '@clearcut/platform/event-store/event-id';
import { type EventStore, VersionConflictError } from '@clearcut/platform/event-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { PaymentProvider, Snapshot } from '@clearcut/platform/payments/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { ErrorCode } from '@clearcut/schemas/errors';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import type { Secret } from '../kernel/secret.ts';
import { refusedTrialOf } from './trial-guard.ts';
import { requesterOf, endObservation } from './customers.ts';
import { observed } from './domain/observe.ts';
import { pendingActionsOf, hasPendingActions } from './domain/pending-actions.ts';
import type { SubscriptionHandler } from './handler.ts';
import { type BillingState, evolve } from './domain/state.ts';
import { withTeamLock } from './team-lock.ts';

export interface Observation {
  readonly state: BillingState;
  readonly snapshot: Snapshot;
  readonly events: readonly SubscriptionEvent[];
}

export interface ObserverDeps {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider;
  readonly secret: Secret;
  readonly onConflict?: () => void;
  readonly onDeclined?: (code: ErrorCode) => void;
}

const MAX_TRIES = 12;

/**
 * Loads the stream, queries the provider, then appends at the loaded version. One at a time per team, so that an older
 * response never wins; user commands may still overtake it, and then it queries again.
 */
export function observe(
  deps: ObserverDeps,
  teamId: string,
  context: { readonly correlationId: string; readonly causationId: string },
): Promise<Observation> {
  return withTeamLock(deps.database, teamId, async (lost, since) => {
    for (let tries = 1; ; tries += 1) {
      const { state, version } = await deps.subscriptions.load(teamId);
      if (state.customerId === null) return { state, snapshot: NOTHING, events: [] };
      const snapshot = await deps.provider.snapshot(state.customerId);
      const now = await deps.provider.now();
      const refusedTrial = await refusedTrialOf(deps, teamId, state, snapshot);
      const events = observed({ teamId, snapshot, now, refusedTrial }, state);
      lost.throwIfAborted();
      try {
        await appendAt(deps, teamId, version, events, context);
      } catch (error) {
        if (!(error instanceof VersionConflictError) || tries === MAX_TRIES) throw error;
        deps.onConflict?.();
        continue;
      }
      const after = events.reduce(evolve, state);
      const hasToAct = hasPendingActions(pendingActionsOf(after, snapshot));
      await endObservation(deps.database, state.customerId, teamId, { ...after, hasPendingActions: hasToAct, since });
      return { state: after, snapshot, events };
    }
  });
}

async function appendAt(
  { eventStore, database }: ObserverDeps,
  teamId: string,
  version: number,
  events: readonly SubscriptionEvent[],
  context: { readonly correlationId: string; readonly causationId: string },
): Promise<void> {
  if (events.length === 0) return;
  const metadata = { ...context, actor: BILLING, occurredAt: new Date().toISOString() };
  const asker = events.some(isAskedFor) ? await requesterOf(database, teamId) : undefined;
  // Two observations of one version may differ, and so must their ids.
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex');
  const commandId = derivedId('observe', teamId, String(version), digest);
  const appended = events.map((event, index) => ({
    id: eventId(commandId, index),
    event,
    metadata: asker !== undefined && isAskedFor(event) ? { ...metadata, actor: asker } : metadata,
  }));
  await eventStore.append(`subscription-${teamId}`, version, appended);
}

const BILLING = { kind: 'system', id: 'billing' } as const;

const BY_USERS: ReadonlySet<SubscriptionEvent['type']> = new Set([
  'SubscriptionStarted',
  'PlanChanged',
  'PlanChangeScheduled',
  'PlanChangeUnscheduled',
  'CancellationScheduled',
  'CancellationRevoked',
]);

/** Caused by a user of the team rather than by the calendar or the provider. */
function isAskedFor(event: SubscriptionEvent): boolean {
  if (event.type === 'SubscriptionStatusChanged') return event.data.from === 'incomplete';
  if (event.type === 'InvoicePaid') return event.data.reason !== 'renewal';
  return BY_USERS.has(event.type);
}

const NOTHING: Snapshot = { currency: null, subscriptions: [], invoices: [] };
