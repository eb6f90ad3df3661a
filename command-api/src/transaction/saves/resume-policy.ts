import type { Database } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { CreditPool } from '../../credits/index.ts';
import type { TransactionHandler } from '../handler.ts';
import { refundSave, startSave } from './start-and-refund.ts';

interface Deps {
  readonly handler: TransactionHandler;
  readonly creditPool: CreditPool;
}

/** After a crash, starts a save whose credit was spent, and refunds a failed one. Usually the request has done both. */
export function startSavesPolicy({
  eventStore,
  database,
  log,
  ...deps
}: Deps & {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    name: 'saves-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['creditPool', 'transaction'] },
    types: ['CreditsSpent', 'HdSaveFailed'],
    log,
    handle: async (_tx, events) => {
      for (const recorded of events) await react(deps, recorded);
    },
  });
}

async function react(
  { handler, creditPool }: Deps,
  { id, event, metadata }: RecordedEvent<Extract<ClearcutEvent, { type: 'CreditsSpent' | 'HdSaveFailed' }>>,
) {
  const { correlationId, actor } = metadata;
  const circumstances = { correlationId, causationId: id, actor, now: new Date() };
  if (event.type === 'CreditsSpent') {
    try {
      await startSave(handler, event.data, circumstances);
    } catch (error) {
      const isMissing = error instanceof CatalogueError && error.code === 'transaction_not_found';
      if (!isMissing) throw error;
      // There is nothing to pay for.
      await refundSave(creditPool, { ...event.data, userId: actor.id }, circumstances);
    }
  }
  if (event.type === 'HdSaveFailed') {
    const { transactionId, saveId } = event.data;
    const { state } = await handler.load(transactionId);
    const save = state?.picture.saves.find((one) => one.saveId === saveId);
    if (save === undefined) throw new Error(`Save ${saveId} of picture ${transactionId} failed and was never started`);
    if (save.credits > 0) await refundSave(creditPool, save, circumstances);
  }
}
