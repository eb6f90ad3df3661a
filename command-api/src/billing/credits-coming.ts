import type { Tx } from '@clearcut/platform/database/database';
import { findKeys } from '@clearcut/projections/ledger/queries';
import { ledgerKey } from '@clearcut/schemas/credits/ledger-key';
import type { BillingState } from '../subscription/index.ts';

/** Payments older than these have their credits, or an alarm of `verify-billing`. */
const LATEST = 3;

/** Credits of payments that the ledger does not show yet. */
export async function creditsComing(database: Tx, teamId: string, { paid }: BillingState): Promise<number> {
  const latest = [...paid].filter(([, { credits }]) => credits > 0).slice(-LATEST);
  if (latest.length === 0) return 0;
  const keyOf = ledgerKey.payment;
  const granted = await findKeys(
    database,
    teamId,
    latest.map(([id]) => keyOf(id)),
  );
  return latest.reduce((sum, [id, { credits }]) => sum + (granted.has(keyOf(id)) ? 0 : credits), 0);
}
