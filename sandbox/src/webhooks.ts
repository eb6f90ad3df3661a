import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@clearcut/platform/database/database';
import { isConnectionError } from '@clearcut/platform/database/database';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { dueAccounts, readWebhooks, type StandInCatalogue, withAccount } from './store.ts';

const INTERVAL_MS = 500;
const BATCH = 20;
/** Stripe retries for days; by then the poll has found what was lost. */
const MAX_ATTEMPTS = 8;

interface Due {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly object: object;
  readonly url: string;
  readonly copy: number;
}

/** Signature header of a webhook: https://docs.stripe.com/webhooks#verify-manually. */
export function signatureOf(payload: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

export const eventObject = ({ id, type, created, object }: Omit<Due, 'url' | 'copy'>): object => ({
  id,
  object: 'event',
  type,
  created: Number(created),
  livemode: false,
  api_version: '2026-10-28.endive',
  data: { object },
});

/** Lets time pass for every customer and sends events to the webhooks, with retries at growing intervals. */
export function startWebhooks({ database, log }: { readonly database: Database; readonly log: Logger }): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await passTime(database);
        await deliver(database);
      } catch (error) {
        log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'the stand-in for Stripe failed');
      }
      await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export async function passTime(database: Database): Promise<void> {
  for (const id of await dueAccounts(database)) {
    await database.transaction((tx) => withAccount(tx, id, () => undefined));
  }
}

async function deliver(database: Database): Promise<void> {
  const order = (await readWebhooks(database)) === 'reverse' ? 'DESC' : 'ASC';
  const due = await database.query<Due>(
    `SELECT e.id, e.type, e.created, e.object, d.url, d.copy FROM sandbox_stripe.delivery d
     JOIN sandbox_stripe.event e ON e.id = d.event_id
     WHERE d.due_at <= now() ORDER BY e.position ${order} LIMIT ${BATCH}`,
  );
  const [state] = await database.query<{ catalogue: StandInCatalogue }>('SELECT catalogue FROM sandbox_stripe.state');
  for (const one of due) {
    const secret = state?.catalogue.endpoints.find(({ url }) => url === one.url)?.secret;
    const isDone = secret === undefined || (await send(one, secret));
    await database.query(
      isDone
        ? 'DELETE FROM sandbox_stripe.delivery WHERE event_id = $1 AND url = $2 AND copy = $3'
        : `WITH late AS (
             UPDATE sandbox_stripe.delivery SET attempts = attempts + 1, due_at = now() + make_interval(secs => 2 ^ attempts)
             WHERE event_id = $1 AND url = $2 AND copy = $3 RETURNING attempts)
           DELETE FROM sandbox_stripe.delivery WHERE event_id = $1 AND url = $2 AND copy = $3
             AND attempts >= ${MAX_ATTEMPTS}`,
      [one.id, one.url, one.copy],
    );
  }
}

async function send(due: Due, secret: string): Promise<boolean> {
  const body = JSON.stringify(eventObject(due));
  const signature = signatureOf(body, secret, Math.floor(Date.now() / 1000));
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await fetch(due.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.ok === true;
}
