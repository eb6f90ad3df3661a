import type { Tx } from '@clearcut/platform/database/database';
import type { Snapshot } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Secret } from '../kernel/secret.ts';
import type { BillingState } from './domain/state.ts';

/**
 * One trial per card, PayPal account or device. Stores only a keyed digest.
 * @throws CatalogueError trial_used
 */
export async function claimTrial(
  database: Tx,
  secret: Secret,
  teamId: string,
  { kind, fingerprint }: { readonly kind: 'card' | 'device'; readonly fingerprint: string | null | undefined },
): Promise<void> {
  // PayPal reveals the account after the payment, and a browser may reveal none.
  if (!fingerprint) return;
  const digest = secret.digest(`trial-${kind}`, fingerprint);
  const [row] = await database.query<{ teamId: string }>(
    `INSERT INTO billing.trial (digest, team_id) VALUES ($1, $2)
     ON CONFLICT (digest) DO UPDATE SET team_id = billing.trial.team_id RETURNING team_id AS "teamId"`,
    [digest, teamId],
  );
  if (row?.teamId !== teamId) throw new CatalogueError('trial_used');
}

/**
 * Invoice of a trial whose card or PayPal account had another team's, or null. The browser sends the card only to the
 * provider, so it is known afterwards.
 */
export async function refusedTrialOf(
  { database, secret }: { readonly database: Tx; readonly secret: Secret },
  teamId: string,
  { hadTrial }: BillingState,
  { invoices }: Snapshot,
): Promise<string | null> {
  if (hadTrial) return null;
  const paid = invoices.find(({ status, lines }) => status === 'paid' && lines.some(({ price }) => price === 'trial'));
  if (paid === undefined || paid.subscriptionId === null) return null;
  try {
    await claimTrial(database, secret, teamId, { kind: 'card', fingerprint: paid.payerFingerprint });
    return null;
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'trial_used') return paid.id;
    throw error;
  }
}
