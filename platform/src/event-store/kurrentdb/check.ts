import { AccessDeniedError } from '@eventstore/db-client';
import { type ServerCheck, throwOfServer, UnusableServerError } from '../../server-check.ts';
import { EventStoreUnavailableError } from '../port.ts';
import { Connection } from './connection.ts';
import { readLast } from './read.ts';
import { whyUnreachable } from './why-unreachable.ts';

const ANSWER_LIMIT_MS = 5_000;

/** @throws UnusableServerError for an address that the client could not use */
export function kurrentDbCheck(url: string): ServerCheck {
  const connection = new Connection(url);
  return {
    setting: 'EVENT_STORE_URL',
    part: 'event store',
    address: connection.address.shown,
    async ask() {
      try {
        await connection.call((client) => readLast(client, 1), ANSWER_LIMIT_MS);
      } catch (error) {
        if (error instanceof AccessDeniedError) {
          throw new UnusableServerError('it refuses the name or the password', { cause: error });
        }
        if (!(error instanceof EventStoreUnavailableError)) throw error;
        throwOfServer((await whyUnreachable(connection.address)) ?? error);
      }
    },
    close: () => connection.close(),
  };
}
