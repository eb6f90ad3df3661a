import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { type CreditPool, refundSpend } from '../../credits/index.ts';
import type { Circumstances } from '../../kernel/command-context.ts';
import { type Loaded, startingWith } from '../../kernel/command-handler.ts';
import type { TransactionState } from '../domain/picture.ts';
import * as decide from '../domain/save.ts';
import type { TransactionHandler } from '../handler.ts';

type Spent = Omit<Extract<CreditPoolEvent, { type: 'CreditsSpent' }>['data'], 'balance' | 'expiring' | 'ofExpiring'>;

/**
 * Run by the request after its spend, or by the policy after a crash. Idempotent.
 * @throws CatalogueError transaction_not_found when there never was such a picture
 */
export async function startSave(
  handler: TransactionHandler,
  { transactionId, saveId, pictureState, teamId, credits }: Spent,
  circumstances: Circumstances,
  known?: Loaded<TransactionState>,
): Promise<void> {
  await handler.handle(
    transactionId,
    decide.startSave({ transactionId, saveId, pictureState, teamId, userId: circumstances.actor.id, credits }),
    { ...circumstances, commandId: derivedId('start-save', saveId) },
    known && { load: startingWith(known, () => handler.load(transactionId)) },
  );
}

/** Idempotent. The line belongs to the member who spent, or usage per member would not add up. */
export async function refundSave(
  creditPool: CreditPool,
  { teamId, saveId, userId }: { readonly teamId: string; readonly saveId: string; readonly userId: string },
  circumstances: Omit<Circumstances, 'actor'>,
): Promise<void> {
  await creditPool.handle(refundSpend({ teamId, saveId, reason: 'save-failed' }), {
    ...circumstances,
    actor: { kind: 'user', id: userId },
  });
}
