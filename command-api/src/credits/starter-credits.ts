import type { Database } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { findAccount } from '../identity/account/accounts.ts';
import { foundsTeam } from '../identity/account/register-account.ts';
import type { CreditPool } from './handler.ts';

export interface StarterCreditsDeps {
  readonly database: Database;
  readonly creditPool: CreditPool;
  /** How many a new team gets; 0 for none. */
  readonly starterCredits: number;
}

/**
 * Gives a new team its first credits when its founder has proved their address: before that, one person could sign up under any number
 * of addresses and save for nothing. The pool's event has an id that derives from the team, so a team gets them once, whatever is repeated.
 * The policy reads the log from its beginning: teams of an installation that is older than starter credits are not new, and get none.
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

/** Grants what an event entitles its team to. Doing it again is harmless. */
export async function grantStarterCredits(
  { database, creditPool, starterCredits }: StarterCreditsDeps,
  { id, event, metadata }: Pick<RecordedEvent<ClearcutEvent>, 'id' | 'event' | 'metadata'>,
): Promise<void> {
  if (event.type !== 'AddressProved' || starterCredits === 0) return;
  if (!(await isNew(database, metadata.occurredAt))) return;
  const account = await findAccount(database, event.data.userId);
  // Closed meanwhile, or a member whom an admin invited: their team had its turn when it was founded.
  if (account === undefined || !foundsTeam(account)) return;
  await creditPool.handle(
    { type: 'GrantCredits', teamId: account.teamId, credits: starterCredits, cause: { kind: 'starter' } },
    {
      correlationId: metadata.correlationId,
      causationId: id,
      actor: { kind: 'system', id: 'starter-credits' },
      now: new Date(),
    },
  );
}

async function isNew(database: Database, provedAt: string): Promise<boolean> {
  const rows = await database.query('SELECT 1 FROM credits.starter_credits WHERE since <= $1', [provedAt]);
  return rows.length > 0;
}
