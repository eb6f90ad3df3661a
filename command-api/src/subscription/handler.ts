import { createHash } from 'node:crypto';
import { derivedId, eventId } from '@clearcut/platform/event-store/event-id';
import { type EventStore, VersionConflictError } from '@clearcut/platform/event-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { PaymentProvider, Snapshot } from '@clearcut/platform/payments/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { ErrorCode } from '@clearcut/schemas/errors';
import { isSubscriptionEvent, type SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import type { Secret } from '../kernel/secret.ts';
import { refusedTrialOf } from './checkout/trial-guard.ts';
import { sweepLater } from './customers.ts';
import { dutiesOf, hasDuties } from './duties.ts';
import type { BillingState } from './state.ts';
import { type SubscriptionCommand, subscriptionDecider } from './subscription.ts';

export type SubscriptionHandler = CommandHandler<BillingState, SubscriptionCommand, SubscriptionEvent>;

export function createSubscriptionHandler(eventStore: EventStore<ClearcutEvent>): SubscriptionHandler {
  return createCommandHandler({
    eventStore,
    decider: subscriptionDecider,
    category: 'subscription',
    owns: isSubscriptionEvent,
  });
}

export interface Observation {
  readonly state: BillingState;
  readonly snapshot: Snapshot;
  /** What this look found that the log did not have. */
  readonly events: readonly SubscriptionEvent[];
}

export interface ObserverDeps {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider;
  readonly secret: Secret;
  /** Told of each look that another one overtook. */
  readonly onConflict?: () => void;
  /** Told of each payment that was refused. */
  readonly onDeclined?: (code: ErrorCode) => void;
}

const MAX_TRIES = 12;

/**
 * Looks at a team's customer and takes down what is new. The stream is loaded first, then the provider is asked, then the events are
 * appended at the version that was loaded: a look that was overtaken by a newer one is taken again, so that an older answer is never
 * written after a newer one.
 */
export async function observe(
  deps: ObserverDeps,
  teamId: string,
  context: { readonly correlationId: string; readonly causationId: string },
): Promise<Observation> {
  const { subscriptions, provider, eventStore } = deps;
  for (let tries = 1; ; tries += 1) {
    const { state, version } = await subscriptions.load(teamId);
    if (state.customerId === null) return { state, snapshot: NOTHING, events: [] };
    const snapshot = await provider.snapshot(state.customerId);
    const now = await provider.now();
    const refusedTrial = await refusedTrialOf(deps, teamId, state, snapshot);
    const command = { type: 'ObserveBilling' as const, teamId, snapshot, now, refusedTrial };
    const events = subscriptionDecider.decide(command, state);
    try {
      if (events.length > 0) {
        const metadata = {
          ...context,
          actor: { kind: 'system' as const, id: 'billing' },
          occurredAt: new Date().toISOString(),
        };
        // Two looks at one version may find different things, which then are different events.
        const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex');
        const commandId = derivedId('observe', teamId, String(version), digest);
        const appended = events.map((event, index) => ({ id: eventId(commandId, index), event, metadata }));
        await eventStore.append(`subscription-${teamId}`, version, appended);
      }
      const after = events.reduce(subscriptionDecider.evolve, state);
      const hasToAct = hasDuties(dutiesOf(after, snapshot));
      await sweepLater(deps.database, state.customerId, teamId, { ...after, hasDuties: hasToAct });
      return { state: after, snapshot, events };
    } catch (error) {
      if (!(error instanceof VersionConflictError) || tries === MAX_TRIES) throw error;
      deps.onConflict?.();
    }
  }
}

const NOTHING: Snapshot = { currency: null, subscriptions: [], invoices: [] };
