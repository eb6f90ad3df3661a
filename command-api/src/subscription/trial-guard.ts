import type { Tx } from '@clearcut/platform/database/database';
import type { Snapshot } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Secret } from '../kernel/secret.ts';
import type { BillingState } from './domain/state.ts';

/**
 * Claims a card, a PayPal account or a device for a team's trial: each has one. Only a keyed digest is kept.
 * @throws CatalogueError trial_used
 */
export async function claimTrial(
  database: Tx,
  secret: Secret,
  teamId: string,
  { kind, fingerprint }: { readonly kind: 'card' | 'device'; readonly fingerprint: string | null | undefined },
): Promise<void> {
  // PayPal tells its account after the payment, and a browser may tell none.
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
 * The invoice of a trial that was paid by a card or PayPal account which had paid for another team's; null when there is none. A browser that pays for a
 * trial tells the card to the provider alone, so which card it was is known only afterwards.
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
