import { randomUUID } from 'node:crypto';
import { createCreditPool, type CreditPool } from '@clearcut/command-api/credits';
import type { Member } from '@clearcut/command-api/kernel/requester';
import {
  createTransactionHandler,
  followChanges,
  type Saved,
  saveInHd,
  type SavesDeps,
  type TransactionHandler,
} from '@clearcut/command-api/transaction';
import { requester } from '@clearcut/command-api/transaction/testing/histories';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { creditLedgerReadModel } from '@clearcut/projections/ledger/projection';
import { rebuildReadModel } from '@clearcut/projections/rebuild';
import { metadataOf } from '@clearcut/projections/testing/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { commandOf, contextOf, grant } from './ledger-harness.ts';
import { install, type Installation } from './projections-harness.ts';

/** Save requests without server, relay or worker: a test takes each step itself, so that no race decides. */
export interface SaveSteps {
  readonly installation: Installation;
  readonly handler: TransactionHandler;
  readonly creditPool: CreditPool;
  /** Writes the picture's first events. @returns its id, and those of its events */
  write(events: readonly TransactionEvent[]): Promise<{ readonly id: string; readonly eventIds: readonly string[] }>;
  /** How often requests and commands have read the picture's stream. */
  reads(id: string): number;
  record(id: string, decide: Parameters<TransactionHandler['handle']>[1]): Promise<unknown>;
  /** @param given differences from a request that waits for the test's duration */
  save(
    id: string,
    who: Member,
    given?: Partial<Pick<SavesDeps, 'signal' | 'maxWaitMs' | 'memberNow'>> & { readonly isBulk?: boolean },
  ): Promise<Saved>;
  close(): Promise<void>;
}

/** @param credits of the team of `requester` */
export async function startSaveSteps(credits: number): Promise<SaveSteps> {
  const installation = await install();
  const { database } = installation;
  const reads = new Map<string, number>();
  const eventStore: Installation['eventStore'] = {
    ...installation.eventStore,
    readStream(stream, ...rest) {
      reads.set(stream, (reads.get(stream) ?? 0) + 1);
      return installation.eventStore.readStream(stream, ...rest);
    },
  };
  const handler = createTransactionHandler(eventStore);
  const creditPool = createCreditPool(installation);
  const changes = await followChanges(database);
  const log = createLogger('test', { logLevel: 'silent' });
  // Only its tables: commands use the log, and nothing follows it here.
  await rebuildReadModel(creditLedgerReadModel, { ...installation, log, signal: new AbortController().signal });
  await creditPool.handle(commandOf(grant(requester.teamId, credits)), contextOf());
  const deps = { ...installation, eventStore, handler, creditPool, changes };
  return {
    installation,
    handler,
    creditPool,
    async write(events) {
      const id = randomUUID();
      const written = events.map(({ type, data }, index) => ({
        id: randomUUID(),
        event: { type, data: { ...data, transactionId: id } } as ClearcutEvent,
        metadata: metadataOf(index),
      }));
      await eventStore.append(`transaction-${id}`, 0, written);
      return { id, eventIds: written.map((event) => event.id) };
    },
    reads: (id) => reads.get(`transaction-${id}`) ?? 0,
    record: (id, decide) => handler.handle(id, decide, { ...contextOf(), commandId: randomUUID() }),
    save(id, who, { isBulk = false, ...given } = {}) {
      const intent = { requestId: derivedId(id, who.userId), settings: 'a'.repeat(64), isBulk };
      const order = {
        transactionId: id,
        requester: who,
        keyId: undefined,
        requestId: randomUUID(),
        opId: undefined,
        intent,
        hasKey: true,
        acceptsGuess: false,
      };
      const asked = {
        signal: new AbortController().signal,
        maxWaitMs: 60_000,
        charges: 'all' as const,
        memberNow: (member: Member) => Promise.resolve(member),
        ...given,
      };
      return saveInHd({ ...deps, ...asked }, order);
    },
    async close() {
      await changes.stop();
      await installation.remove();
    },
  };
}
