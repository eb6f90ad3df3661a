import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { TeamHandler } from '../team/index.ts';
import { eraseTemplates } from './store.ts';

export interface TemplatesPolicyDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly teams: TeamHandler;
  readonly log: Logger;
}

export function startTemplatesPolicy({ database, eventStore, teams, log }: TemplatesPolicyDeps): Subscriber {
  return startSubscriber({
    name: 'templates-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['team'] },
    log,
    handle: async (tx, events) => {
      for (const { event } of events) {
        if (event.type !== 'MemberRemoved') continue;
        const { teamId } = event.data;
        const { state } = await teams.load(teamId);
        if ([...state.members.values()].every(({ status }) => status === 'removed')) await eraseTemplates(tx, teamId);
      }
    },
  });
}
