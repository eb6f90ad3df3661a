import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished, type TestContext } from 'vitest';
import type { DomainEvent, EventCodec } from '@clearcut/schemas/define-event';
import type {
  EventBatch,
  EventStore,
  NewEvent,
  RecordedEvent,
  StreamName,
  Subscription,
  SubscriptionOptions,
} from '@clearcut/platform/event-store/port';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A store under test: one log, new for each file, opened as if by several processes. */
export interface EventStoreHarness {
  /** Undefined where no proxy can stand before the server: behind TLS and in a cluster. */
  readonly address: Address | undefined;
  /** `via`: another way to the same server. */
  open<E extends DomainEvent>(codec: EventCodec<E>, via?: Address): Promise<EventStore<E>>;
  /** Only where the store has transactions. */
  appendAndRollBack?(stream: StreamName, expectedVersion: number, events: readonly NewEvent[]): Promise<void>;
  /** Only where the store has transactions: commits after a while. */
  appendAndHold?(
    stream: StreamName,
    expectedVersion: number,
    events: readonly NewEvent[],
    milliseconds: number,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy before the server; skips the test where none can stand there. */
export async function proxyBefore({ address }: EventStoreHarness, { skip }: TestContext): Promise<TcpProxy> {
  if (address === undefined) return skip('No proxy can stand before a cluster or TLS');
  const proxy = await startTcpProxy(address);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The test's timeout is the only limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

export interface Collected<E extends DomainEvent> {
  readonly events: RecordedEvent<E>[];
  readonly batches: EventBatch<E>[];
  readonly subscription: Subscription;
}

/** Subscribes and collects events. */
export function collect<E extends DomainEvent>(
  store: EventStore<E>,
  options: Omit<SubscriptionOptions<E>, 'handler'>,
): Collected<E> {
  const events: RecordedEvent<E>[] = [];
  const batches: EventBatch<E>[] = [];
  const subscription = store.subscribeAll({
    ...options,
    async handler(batch) {
      batches.push(batch);
      events.push(...batch.events);
    },
  });
  return { events, batches, subscription };
}
