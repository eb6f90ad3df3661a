import type { Database } from '@clearcut/platform/database/database';
import { type Addressee, isAboutMoney, isLink, type QueuedMail } from '../mails/index.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findInvitation,
  isPending,
  nameOf,
} from './account/accounts.ts';
import { issueAddressToken } from './account/change-address.ts';
import { issueToken } from './tokens.ts';

/** The recipient's current account with a fresh link; undefined when the mail has no recipient any longer. */
export async function addresseeOf(database: Database, queued: QueuedMail): Promise<Addressee | undefined> {
  // The address for invoices need not have an account.
  if (queued.kind === 'account-closed' || (queued.userId === null && isAboutMoney(queued.kind)))
    return { kind: queued.kind };
  const account = await (queued.userId === null
    ? ((await findAccountByEmail(database, queued.recipient)) ?? (await findInvitation(database, queued.recipient)))
    : findAccount(database, queued.userId));
  if (account === undefined) return undefined;
  if (queued.kind === 'credits-wanted') return { kind: queued.kind, member: safeNameOf(account) };
  if (queued.kind === 'address-change') {
    const token = await issueAddressToken(database, account.id, queued.recipient);
    return token === undefined ? undefined : { kind: queued.kind, token };
  }
  if (!isLink(queued.kind)) return { kind: queued.kind };
  // An invitee who requests a password reset gets the invitation again.
  const kind = isPending(account) ? 'invitation' : queued.kind;
  const token = await issueToken(database, account.id, kind);
  return { kind, token, inviter: await inviterOf(database, account) };
}

export async function inviterOf(database: Database, account: Account): Promise<string> {
  const inviter = account.invitedBy === null ? undefined : await findAccount(database, account.invitedBy);
  return inviter === undefined ? 'Clearcut' : safeNameOf(inviter);
}

/** Drops names that hold an address: our mail would carry the link. */
function safeNameOf(account: Account): string {
  const name = nameOf(account);
  return /[./:]\S/.test(name) ? account.email : name;
}
