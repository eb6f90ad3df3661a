import { createHmac } from 'node:crypto';
import type { Chat, ChatIdentity } from '@clearcut/schemas/site/chat';
import { type Account, nameOf } from '../accounts/index.ts';

/**
 * Signs the identity against impersonation. Intercom and Chatwoot sign the user id, Crisp the address, which has to be
 * proved.
 */
export function chatIdentityOf(
  account: Pick<Account, 'id' | 'firstName' | 'lastName' | 'email' | 'emailVerifiedAt' | 'createdAt'>,
  { widget, secret }: { readonly widget: Chat; readonly secret: string },
): ChatIdentity {
  const { id, email, emailVerifiedAt, createdAt } = account;
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const signsAddress = widget.kind === 'crisp';
  return {
    user_id: id,
    name: nameOf(account),
    email,
    created_at: Math.floor(createdAt.getTime() / 1000),
    signature: !signsAddress ? sign(id) : emailVerifiedAt === null ? null : sign(email),
  };
}
