import type { Database } from '@clearcut/platform/database/database';
import { listApiKeys } from '@clearcut/projections/api-key/queries';
import { findMemberFacts, findTeamVersion } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { TeamFacts } from '@clearcut/schemas/support/team-http';
import type { WebhookView } from '@clearcut/schemas/webhooks/http';
import type { CreditPool } from '../../credits/index.ts';
import { planOf, shownSubscription, type SubscriptionHandler } from '../../subscription/index.ts';

export interface TeamFactsDeps {
  readonly database: Database;
  readonly creditPool: CreditPool;
  readonly subscriptions: SubscriptionHandler;
  readonly webhooksOf: (teamId: string) => Promise<readonly WebhookView[]>;
}

/** Contains no name or address. @throws CatalogueError team_not_found */
export async function teamFactsOf(
  { database, creditPool, subscriptions, webhooksOf }: TeamFactsDeps,
  id: string,
): Promise<Omit<TeamFacts, 'mayAdjust'>> {
  if ((await findTeamVersion(database, id)) === 0) throw new CatalogueError('team_not_found');
  const [members, keys, webhooks, credits, { state }] = await Promise.all([
    findMemberFacts(database, id),
    listApiKeys(database, id),
    webhooksOf(id),
    creditPool.balance(id),
    subscriptions.load(id),
  ]);
  const subscription = shownSubscription(state, () => null);
  return {
    id,
    planName: planOf(state),
    subscription: subscription && { status: subscription.status, periodEnd: subscription.periodEnd },
    credits,
    members: members.map(({ createdAt, ...member }) => ({ ...member, createdAt: createdAt.toISOString() })),
    keys: keys.map(({ id: keyId, mode, scopes, createdAt, endsAt }) => ({
      id: keyId,
      mode,
      scopes: [...scopes],
      createdAt: createdAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
    })),
    webhooks: webhooks.map(({ id: webhookId, url, isEnabled, failingSince, createdAt }) => ({
      id: webhookId,
      host: new URL(url).host,
      isEnabled,
      failingSince,
      createdAt,
    })),
  };
}
