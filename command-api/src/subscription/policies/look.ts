import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Secret } from '../../kernel/secret.ts';
import { claimTrial } from '../checkout/trial-guard.ts';
import { dutiesOf, hasDuties } from '../duties.ts';
import { type Observation, observe, type ObserverDeps } from '../handler.ts';

export interface LookDeps extends ObserverDeps {
  readonly secret: Secret;
}

interface Cause {
  readonly correlationId: string;
  readonly causationId: string;
}

/** Looks at a team's customer, takes down what is new, and does what follows from it at the provider. Doing it again is harmless. */
export async function look(deps: LookDeps, teamId: string, cause: Cause): Promise<Observation> {
  const { provider } = deps;
  const first = await observe(deps, teamId, cause);
  const state = await withTrialChecked(deps, teamId, first, cause);
  const duties = dutiesOf(state, first.snapshot);
  if (!hasDuties(duties)) return { ...first, state };
  for (const id of duties.end) await provider.cancelNow(id);
  for (const id of duties.refund) await provider.refund(id);
  for (const invoiceId of duties.withdraw) await provider.withdraw({ invoiceId, subscriptionId: null });
  const second = await observe(deps, teamId, cause);
  return { ...second, events: [...first.events, ...second.events] };
}

/**
 * A browser that pays for a trial tells the card to the provider alone, so which card it was is known only afterwards. One that paid for
 * another team's trial before ends this one.
 */
async function withTrialChecked(
  { subscriptions, database, secret }: LookDeps,
  teamId: string,
  { state, snapshot }: Observation,
  cause: Cause,
): Promise<Observation['state']> {
  if (!state.hadTrial || state.refusedTrial !== null) return state;
  const invoice = snapshot.invoices.find(
    ({ status, lines }) => status === 'paid' && lines.some(({ price }) => price === 'trial'),
  );
  if (invoice === undefined || invoice.subscriptionId === null) return state;
  const { id: invoiceId, subscriptionId, cardFingerprint: fingerprint } = invoice;
  try {
    await claimTrial(database, secret, teamId, { kind: 'card', fingerprint });
    return state;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'trial_used') throw error;
  }
  const refused = await subscriptions.handle(
    teamId,
    { type: 'RefuseTrial', teamId, subscriptionId, invoiceId },
    {
      ...cause,
      commandId: derivedId('refuse-trial', teamId, invoiceId),
      actor: { kind: 'system', id: 'billing' },
      now: new Date(),
    },
  );
  return refused.state;
}
