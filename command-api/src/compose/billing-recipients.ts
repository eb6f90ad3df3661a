import type { Tx } from '@clearcut/platform/database/database';
import { activeOf, findAdminIds } from '@clearcut/projections/team/queries';
import type { Language } from '@clearcut/schemas/languages';
import { type Account, findAccount } from '../accounts/index.ts';
import { readTaxInformation } from '../subscription/index.ts';

interface Recipient {
  readonly userId?: string;
  readonly email: string;
  readonly language: string;
}

const DEFAULT_LANGUAGE: Language = 'en';

/**
 * About money: the payer, the invoice address and the chosen members, proved or not, since an unannounced charge is
 * worse than a mail to a wrong address; all admins if the payer has left. About credits: admins with a proved address.
 */
export async function billingRecipients(
  tx: Tx,
  teamId: string,
  about: 'credits' | { readonly money: readonly string[] | null },
): Promise<readonly Recipient[]> {
  if (about === 'credits') {
    const admins = await accountsOf(tx, await findAdminIds(tx, teamId));
    return admins.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null).map(recipientOf);
  }
  const payer = await payerOf(tx, teamId);
  const present = await activeOf(tx, teamId, [...(payer === null ? [] : [payer]), ...(about.money ?? [])]);
  const ids = present.length > 0 ? present : await findAdminIds(tx, teamId);
  const people = (await accountsOf(tx, ids)).map(recipientOf);
  const { taxInformation } = await readTaxInformation(tx, teamId);
  const invoices = taxInformation === null ? [] : [invoiceRecipient(taxInformation.email, people)];
  const byAddress = new Map([...invoices, ...people].map((one) => [one.email.toLowerCase(), one]));
  return [...byAddress.values()];
}

async function payerOf(tx: Tx, teamId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string | null }>(
    'SELECT asked_by AS id FROM billing.customer WHERE team_id = $1',
    [teamId],
  );
  return row?.id ?? null;
}

const invoiceRecipient = (email: string, [first]: readonly Recipient[]): Recipient => ({
  email,
  language: first?.language ?? DEFAULT_LANGUAGE,
});

const recipientOf = ({ id: userId, email, language }: Account): Recipient => ({ userId, email, language });

async function accountsOf(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  const accounts = await Promise.all(ids.map((id) => findAccount(tx, id)));
  return accounts.filter((account) => account !== undefined);
}
