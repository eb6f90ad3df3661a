import { dutiesOf, hasDuties } from '../domain/duties.ts';
import { type Observation, observe, type ObserverDeps } from '../sync.ts';

interface Cause {
  readonly correlationId: string;
  readonly causationId: string;
}

/** Records what is new at the provider and acts on it. Idempotent. */
export async function look(deps: ObserverDeps, teamId: string, cause: Cause): Promise<Observation> {
  const { provider } = deps;
  const first = await observe(deps, teamId, cause);
  const duties = dutiesOf(first.state, first.snapshot);
  if (!hasDuties(duties)) return first;
  for (const id of duties.end) await provider.cancelNow(id);
  for (const id of duties.refund) await provider.refund(id);
  for (const invoiceId of duties.withdraw) await provider.withdraw({ invoiceId, subscriptionId: null });
  const second = await observe(deps, teamId, cause);
  return { ...second, events: [...first.events, ...second.events] };
}
