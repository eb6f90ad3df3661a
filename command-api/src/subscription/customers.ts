import type { Database, Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { CommandContext } from '../kernel/command-context.ts';
import { linkCustomer } from './domain/subscription.ts';
import type { SubscriptionHandler } from './handler.ts';
import type { BillingState } from './domain/state.ts';

export async function ensureCustomer(
  {
    database,
    subscriptions,
    provider,
  }: { database: Database; subscriptions: SubscriptionHandler; provider: PaymentProvider },
  teamId: string,
  context: Omit<CommandContext, 'commandId'>,
): Promise<string> {
  const { state } = await subscriptions.load(teamId);
  if (state.customerId !== null) return state.customerId;
  const customerId = await provider.createCustomer(teamId);
  // Before the log: an immediate hint must find the team.
  await rememberCustomer(database, customerId, teamId);
  const commandId = derivedId('link-customer', teamId, customerId);
  await subscriptions.handle(teamId, linkCustomer(teamId, customerId), { ...context, commandId });
  return customerId;
}

async function rememberCustomer(database: Tx, customerId: string, teamId: string): Promise<void> {
  await database.query('INSERT INTO billing.customer (customer_id, team_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    customerId,
    teamId,
  ]);
}

export async function teamOfCustomer(database: Tx, customerId: string): Promise<string | undefined> {
  const [row] = await database.query<{ teamId: string }>(
    'SELECT team_id AS "teamId" FROM billing.customer WHERE customer_id = $1',
    [customerId],
  );
  return row?.teamId;
}

export async function listCustomers(database: Tx): Promise<{ readonly teamId: string; readonly customerId: string }[]> {
  return database.query(
    'SELECT team_id AS "teamId", customer_id AS "customerId" FROM billing.customer ORDER BY team_id',
  );
}

/** Covers a bank's confirmation before the payment. */
const REQUEST_LIFETIME = '1 hour';

export async function recordRequester(database: Tx, teamId: string, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') return;
  await database.query('UPDATE billing.customer SET asked_by = $2, asked_at = now() WHERE team_id = $1', [
    teamId,
    actor.id,
  ]);
}

export async function requesterOf(database: Tx, teamId: string): Promise<Actor | undefined> {
  const [row] = await database.query<{ id: string }>(
    'SELECT asked_by AS id FROM billing.customer WHERE team_id = $1 AND asked_at > now() - $2::interval',
    [teamId, REQUEST_LIFETIME],
  );
  return row && { kind: 'user', id: row.id };
}

/** Keeps a request since then: the log may have been read before. */
export async function endObservation(
  database: Tx,
  customerId: string,
  teamId: string,
  {
    checkout,
    subscriptions,
    hasPendingActions,
    since,
  }: Pick<BillingState, 'checkout' | 'subscriptions'> & { readonly hasPendingActions: boolean; readonly since: Date },
): Promise<void> {
  const wait = hasPendingActions
    ? '30 seconds'
    : checkout !== null
      ? '5 minutes'
      : subscriptions.size > 0
        ? '1 day'
        : '7 days';
  await database.query(
    `INSERT INTO billing.customer AS c (customer_id, team_id, due_at) VALUES ($1, $2, now() + $3::interval)
     ON CONFLICT (customer_id) DO UPDATE
       SET due_at = CASE WHEN c.due_at BETWEEN $4 AND clock_timestamp() THEN c.due_at ELSE excluded.due_at END`,
    [customerId, teamId, wait, since],
  );
}

export async function observeSoon(database: Tx, teamId: string): Promise<void> {
  await database.query('UPDATE billing.customer SET due_at = clock_timestamp() WHERE team_id = $1', [teamId]);
}

/** Locks due teams for a minute, after which another process may take them. */
export async function takeDue(database: Tx, limit: number): Promise<string[]> {
  const rows = await database.query<{ teamId: string }>(
    `UPDATE billing.customer SET due_at = now() + interval '1 minute' WHERE customer_id IN (
       SELECT customer_id FROM billing.customer WHERE due_at <= now() ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT $1)
     RETURNING team_id AS "teamId"`,
    [limit],
  );
  return rows.map(({ teamId }) => teamId);
}
