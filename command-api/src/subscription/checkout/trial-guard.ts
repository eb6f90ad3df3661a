import type { Tx } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Secret } from '../../kernel/secret.ts';

/**
 * Claims a card or a device for a team's trial: each has one. Only a keyed digest is kept.
 * @throws CatalogueError trial_used
 */
export async function claimTrial(
  database: Tx,
  secret: Secret,
  teamId: string,
  { kind, fingerprint }: { readonly kind: 'card' | 'device'; readonly fingerprint: string | null | undefined },
): Promise<void> {
  // PayPal has none, and a browser may tell none.
  if (!fingerprint) return;
  const digest = secret.digest(`trial-${kind}`, fingerprint);
  const [row] = await database.query<{ teamId: string }>(
    `INSERT INTO billing.trial (digest, team_id) VALUES ($1, $2)
     ON CONFLICT (digest) DO UPDATE SET team_id = billing.trial.team_id RETURNING team_id AS "teamId"`,
    [digest, teamId],
  );
  if (row?.teamId !== teamId) throw new CatalogueError('trial_used');
}
