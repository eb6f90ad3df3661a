import type { Database } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { RETENTION_YEARS, STARTER_TEAMS_PER_NETWORK } from '@clearcut/schemas/constants';
import { type Account, findAccount, foundsTeam, mailboxOf } from '../accounts/index.ts';
import { loadSecret } from '../kernel/secret.ts';
import { grantCredits } from './domain/credit-pool.ts';
import type { CreditPool } from './handler.ts';

const NETWORK_FOR = '1 day';

export interface StarterCreditsDeps {
  readonly database: Database;
  readonly creditPool: CreditPool;
  readonly starterCredits: number;
}

/**
 * Grants first credits once the founder has proved their address; otherwise one person could use any number of
 * addresses. Once per mailbox, across aliases and closed accounts, and limited per network and day. Idempotent by event
 * id. Reads the log from its start: teams older than starter credits get none.
 */
export function startStarterCreditsPolicy({
  eventStore,
  log,
  ...deps
}: StarterCreditsDeps & { readonly eventStore: EventStore<ClearcutEvent>; readonly log: Logger }): Subscriber {
  return startSubscriber({
    name: 'starter-credits-policy',
    eventStore,
    database: deps.database,
    schema: 'subscriptions',
    filter: { categories: ['account'] },
    log,
    handle: async (_tx, events) => {
      for (const recorded of events) await grantStarterCredits(deps, recorded);
    },
  });
}

/** Idempotent. */
export async function grantStarterCredits(
  { database, creditPool, starterCredits }: StarterCreditsDeps,
  { id, event, metadata }: Pick<RecordedEvent<ClearcutEvent>, 'id' | 'event' | 'metadata'>,
): Promise<void> {
  if (event.type !== 'AddressProved' || starterCredits === 0) return;
  if (!(await isNew(database, metadata.occurredAt))) return;
  const account = await findAccount(database, event.data.userId);
  // Closed meanwhile, or invited: the team got its grant when it was founded.
  if (account === undefined || !foundsTeam(account)) return;
  if (!(await claimGrant(database, account))) return;
  await creditPool.handle(
    grantCredits({ teamId: account.teamId, credits: starterCredits, cause: { kind: 'starter' } }),
    {
      correlationId: metadata.correlationId,
      causationId: id,
      actor: { kind: 'system', id: 'starter-credits' },
      now: new Date(),
    },
  );
}

async function claimGrant(database: Database, { teamId, email, signUpNetwork }: Account): Promise<boolean> {
  const mailbox = (await loadSecret(database)).digest('starter-mailbox', mailboxOf(email));
  await database.query(
    `UPDATE credits.starter_grants SET network = NULL WHERE network IS NOT NULL AND granted_at < now() - $1::interval`,
    [NETWORK_FOR],
  );
  await database.query('DELETE FROM credits.starter_grants WHERE granted_at < now() - make_interval(years => $1)', [
    RETENTION_YEARS.account,
  ]);
  await database.query(
    `INSERT INTO credits.starter_grants (team_id, mailbox, network)
     SELECT $1, $2, $3 WHERE (SELECT count(*) FROM credits.starter_grants WHERE network = $3) < $4
     ON CONFLICT DO NOTHING`,
    [teamId, mailbox, signUpNetwork, STARTER_TEAMS_PER_NETWORK],
  );
  const claimed = await database.query('SELECT 1 FROM credits.starter_grants WHERE team_id = $1', [teamId]);
  return claimed.length > 0;
}

async function isNew(database: Database, provedAt: string): Promise<boolean> {
  const rows = await database.query('SELECT 1 FROM credits.starter_credits WHERE since <= $1', [provedAt]);
  return rows.length > 0;
}
