import type { Tx } from '@clearcut/platform/database/database';
import { RECENT_PROOF_MS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { MemberRequester } from '../../kernel/requester.ts';

export async function recordProof(database: Tx, { via }: MemberRequester): Promise<void> {
  await database.query('UPDATE identity.sessions SET proved_at = now() WHERE id = $1', [via.loginId]);
}

/**
 * Requires login, password or code within the last minutes, for actions that could lock the owner out or let another
 * person in for good.
 * @throws CatalogueError proof_required
 */
export async function requireRecentProof(database: Tx, { via }: MemberRequester): Promise<void> {
  const recent = await database.query(
    'SELECT id FROM identity.sessions WHERE id = $1 AND proved_at > now() - $2::interval',
    [via.loginId, `${RECENT_PROOF_MS} milliseconds`],
  );
  if (recent.length === 0) throw new CatalogueError('proof_required');
}
