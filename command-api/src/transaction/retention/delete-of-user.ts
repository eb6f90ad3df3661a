import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Circumstances } from '../../kernel/command-context.ts';
import type { Member } from '../../kernel/requester.ts';
import { deleteTransaction } from '../domain/transaction.ts';
import type { TransactionHandler } from '../handler.ts';

/** Deletes on behalf of a former member, who only has an owner's right. Idempotent. */
export async function deletePictureOfUser(
  handler: TransactionHandler,
  transactionId: string,
  { userId, teamId }: Pick<Member, 'userId' | 'teamId'>,
  circumstances: Circumstances,
): Promise<void> {
  const requester: Member = {
    kind: 'user',
    userId,
    teamId,
    role: 'limited',
    permissions: [],
    mayDeleteOwnAccount: false,
    isStaff: false,
    staffRoles: [],
    hasSecondFactor: false,
  };
  await handler.handle(transactionId, deleteTransaction(transactionId, requester), {
    ...circumstances,
    commandId: derivedId('delete', transactionId),
  });
}
