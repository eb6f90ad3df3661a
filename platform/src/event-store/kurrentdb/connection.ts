import type { EventStoreDBClient } from '@eventstore/db-client';
import { UnusableServerError } from '../../server-check.ts';
import { type KurrentDbAddress, parseAddress } from './address.ts';
import { createClient } from './client.ts';
import { EventStoreUnavailableError } from '../port.ts';
import { isDiscoveryFailure, isOutage } from './outage.ts';

export class Connection {
  readonly address: KurrentDbAddress;
  #client: EventStoreDBClient;

  /** @throws UnusableServerError */
  constructor(url: string) {
    this.address = parseAddress(url);
    this.#client = this.#connect();
  }

  /** @throws EventStoreUnavailableError, outcome unknown */
  async call<T>(work: (client: EventStoreDBClient) => Promise<T>, limitMs?: number): Promise<T> {
    const client = this.#client;
    try {
      return await (limitMs === undefined ? work(client) : within(limitMs, work(client)));
    } catch (error) {
      if (!isOutage(error)) throw error;
      // The client would repeat this error even after an election.
      if (isDiscoveryFailure(error) && client === this.#client) this.#client = this.#connect();
      throw error instanceof EventStoreUnavailableError ? error : new EventStoreUnavailableError(error);
    }
  }

  async close(): Promise<void> {
    await this.#client.dispose();
  }

  #connect(): EventStoreDBClient {
    try {
      return createClient(this.address.url);
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      // A quote may show the password.
      const reason = message === '' || message.includes('"') ? 'one of its options has a wrong value' : message;
      throw new UnusableServerError(reason.replace(/\.$/, ''), { cause: error });
    }
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const silence = new Error(`There was no answer within ${limitMs} ms`);
    timer = setTimeout(() => reject(new EventStoreUnavailableError(silence)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
