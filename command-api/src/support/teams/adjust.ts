import type { Database } from '@clearcut/platform/database/database';
import { findTeamVersion } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AdjustAnswer, AdjustBody } from '@clearcut/schemas/support/team-http';
import { adjustCredits as adjust, type CreditPool } from '../../credits/index.ts';
import type { StaffContext, StaffLog } from '../staff-log.ts';
import { giveAllowanceBack, takeAllowance } from './allowance.ts';

interface AdjustDeps {
  readonly database: Database;
  readonly creditPool: CreditPool;
  readonly staffLog: StaffLog;
}

/**
 * @throws CatalogueError forbidden for the own team; team_not_found, adjustment_too_large, adjustment_limit_reached,
 * idempotency_key_reused
 */
export async function adjustCredits(
  { database, creditPool, staffLog }: AdjustDeps,
  teamId: string,
  { adjustmentId, credits, reason }: AdjustBody,
  context: StaffContext,
): Promise<AdjustAnswer> {
  const { subject } = context.requester;
  if (subject.teamId === teamId) throw new CatalogueError('forbidden');
  if ((await findTeamVersion(database, teamId)) === 0) throw new CatalogueError('team_not_found');
  const now = new Date();
  const isNew = await takeAllowance(database, { id: adjustmentId, staffId: subject.userId, teamId, credits }, now);
  // Before the log, which the team's admins read.
  if (isNew && (await creditPool.balance(teamId)) + credits < 0) {
    await giveAllowanceBack(database, adjustmentId);
    throw new CatalogueError('adjustment_too_large');
  }
  const act = {
    action: 'adjust-credits',
    target: teamId,
    ownerTeamId: teamId,
    reason,
    commandId: adjustmentId,
  } as const;
  await staffLog.acted(act, context);
  const { id: requestId } = context.request;
  const { state } = await creditPool
    .handle(adjust({ teamId, adjustmentId, credits, reason }), {
      correlationId: requestId,
      causationId: requestId,
      actor: { kind: 'staff', id: subject.userId },
      now,
    })
    .catch(async (error: unknown) => {
      // Other errors may follow the ledger's write, so the allowance stays used.
      if (error instanceof CatalogueError) await giveAllowanceBack(database, adjustmentId);
      throw error;
    });
  return { credits: state.balance };
}
