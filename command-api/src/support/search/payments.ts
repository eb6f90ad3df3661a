import type { Tx } from '@clearcut/platform/database/database';
import { momentSchema } from '@clearcut/schemas/http/list-query';
import type { Found, SearchAnswer } from '@clearcut/schemas/support/http';

const CUSTOMER = /^cus_\w{1,250}$/;
const INVOICE_ID = /^in_\w{1,250}$/;
/** "4242 2026-05-01": the end of a card's number and a day (UTC). */
const CARD = /^(\d{4})\s+(\d{4}-\d{2}-\d{2})$/;
const INVOICE_NUMBER = /^(?=.*\d)[A-Z0-9]{2,32}(-[A-Z0-9]{1,32}){1,3}$/i;

/** By an invoice, a customer, or a card and a day; undefined for another text. */
export async function searchPayments(database: Tx, text: string): Promise<SearchAnswer | undefined> {
  if (CUSTOMER.test(text)) {
    return answer(
      'customer',
      await teams(database, 'SELECT team_id AS id FROM billing.customer WHERE customer_id = $1', [text]),
    );
  }
  const [, last4, day] = CARD.exec(text) ?? [];
  if (last4 !== undefined && day !== undefined) {
    const began = momentSchema.safeParse(`${day}T00:00:00Z`);
    if (!began.success) return answer('card', []);
    const where = `last4 = $1 AND at >= $2::timestamptz AND at < $2::timestamptz + interval '24 hours'`;
    return answer(
      'card',
      await teams(database, `SELECT DISTINCT team_id AS id FROM billing.payment WHERE ${where}`, [last4, began.data]),
    );
  }
  if (!INVOICE_ID.test(text) && !INVOICE_NUMBER.test(text)) return undefined;
  const where = 'invoice_id = $1 OR number = upper($1)';
  return answer(
    'invoice',
    await teams(database, `SELECT DISTINCT team_id AS id FROM billing.payment WHERE ${where}`, [text]),
  );
}

const teams = (database: Tx, sql: string, parameters: readonly string[]): Promise<{ id: string }[]> =>
  database.query<{ id: string }>(sql, [...parameters]);

const answer = (by: SearchAnswer['by'], found: readonly { readonly id: string }[]): SearchAnswer => ({
  by,
  found: found.map(({ id }): Found => ({ kind: 'team', id, at: null })),
});
