import { pendingActionsOf, hasPendingActions } from '../domain/pending-actions.ts';
import { type Observation, observe, type ObserverDeps } from '../sync.ts';

interface Cause {
  readonly correlationId: string;
  readonly causationId: string;
}

/** Records what is new at the provider and acts on it. Idempotent. */
export async function reconcile(deps: ObserverDeps, teamId: string, cause: Cause): Promise<Observation> {
  const { provider } = deps;
  const first = await observe(deps, teamId, cause);
  const pending = pendingActionsOf(first.state, first.snapshot);
  if (!hasPendingActions(pending)) return first;
  for (const id of pending.end) await provider.cancelNow(id);
  for (const id of pending.refund) await provider.refund(id);
  for (const invoiceId of pending.withdraw) await provider.withdraw({ invoiceId, subscriptionId: null });
  const second = await observe(deps, teamId, cause);
  return { ...second, events: [...first.events, ...second.events] };
}
