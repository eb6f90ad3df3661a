import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { activeOf } from '@clearcut/projections/team/queries';
import type { BillingContacts } from '@clearcut/schemas/billing/http';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Circumstances } from '../kernel/command-context.ts';
import { recordContacts, type SubscriptionHandler } from '../subscription/index.ts';

interface Deps {
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
}

/** @throws CatalogueError user_not_found for anyone but an active member */
export async function chooseContacts(
  { database, subscriptions }: Deps,
  teamId: string,
  userIds: readonly string[],
  circumstances: Circumstances,
): Promise<BillingContacts> {
  const present = await activeOf(database, teamId, userIds);
  if (userIds.some((id) => !present.includes(id))) throw new CatalogueError('user_not_found');
  await subscriptions.handle(teamId, recordContacts(teamId, userIds), {
    ...circumstances,
    commandId: derivedId('billing-contacts', teamId, circumstances.correlationId),
  });
  return readContacts({ database, subscriptions }, teamId);
}

/** Leaves out those who left since. */
export async function readContacts({ database, subscriptions }: Deps, teamId: string): Promise<BillingContacts> {
  const { contacts } = (await subscriptions.load(teamId)).state;
  return { userIds: contacts === null ? null : await activeOf(database, teamId, contacts) };
}
