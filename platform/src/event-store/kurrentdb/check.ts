import { AccessDeniedError, UnknownError } from '@eventstore/db-client';
import { type ServerCheck, throwOfServer, UnusableServerError } from '../../server-check.ts';
import { EventStoreUnavailableError } from '../port.ts';
import { Connection } from './connection.ts';
import { readLast } from './read.ts';
import { WEB_SERVER_ANSWERED, whyUnreachable } from './why-unreachable.ts';

const ANSWER_LIMIT_MS = 5_000;

const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;

/** Undefined: waiting may help. */
function whyUnusable(error: unknown): string | undefined {
  if (error instanceof AccessDeniedError) {
    return Number(error.code) === UNAUTHENTICATED
      ? 'it refuses the name or the password'
      : 'its login may not read the whole log, which takes the right to read $all (docs/scale.md)';
  }
  // gRPC reads a web page's first bytes as a length.
  const { code } = error as { readonly code?: unknown };
  const isOfWebServer =
    code === UNIMPLEMENTED ||
    (error instanceof UnknownError && /HTTP status|content-type|larger than max/i.test(error.message));
  return isOfWebServer ? WEB_SERVER_ANSWERED : undefined;
}

/** @throws UnusableServerError for an unusable address */
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
        const reason = whyUnusable(error);
        if (reason !== undefined) throw new UnusableServerError(reason, { cause: error });
        if (!(error instanceof EventStoreUnavailableError)) throw error;
        throwOfServer((await whyUnreachable(connection.address)) ?? error);
      }
    },
    close: () => connection.close(),
  };
}
