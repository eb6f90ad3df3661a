import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { grantCredits } from '@clearcut/operator/commands/grant-credits';
import type { ServiceMessage } from '@clearcut/platform/service';
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { operatorOf } from '../support/audits.ts';
import { bundledOptions } from '../support/bundles/options.ts';
import { bodyOf, createClient } from '../support/client.ts';
import type { Installation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { ownNames, LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { kill } from './projections-harness.ts';

export interface SaveOutcome {
  readonly status: number;
  readonly charged: number | null;
  readonly body: string;
}

/** A user with their own team who uploads and saves. */
export interface Saver {
  readonly teamId: string;
  grant(credits: number): Promise<void>;
  /** Resolves when the picture is cut out and refined. */
  upload(bytes: Uint8Array): Promise<string>;
  /** @param color of the background; each is another state of the picture */
  save(id: string, color: string, options?: { readonly url?: string; readonly key?: string }): Promise<SaveOutcome>;
  /** @returns the status */
  edit(id: string, color: string): Promise<number>;
  /** With a picture as body. */
  post(path: string, bytes: Uint8Array): Promise<Response>;
  remove(id: string): Promise<Response>;
  balance(): Promise<number>;
}

export async function createSaver(product: Installation): Promise<Saver> {
  const person = createPerson(product.url);
  const email = `${randomUUID()}@example.com`;
  const { team_id: teamId } = await person.signUp(email);
  const credentials = { clientId: person.clientId, cookie: `clearcut_session=${person.session()}` };
  const headers = { 'client-id': person.clientId, cookie: credentials.cookie };
  const client = createClient(product.url, credentials);
  return {
    teamId,
    async grant(credits) {
      await grantCredits.run([email, String(credits)], operatorOf(product), {});
    },
    async upload(bytes) {
      const { id } = await bodyOf<UploadAnswer>(await client.upload(bytes));
      await eventually(async () => {
        const view = await bodyOf<TransactionView>(await client.get(`/api/transaction/${id}`));
        return view.pipeline.improved;
      });
      return id;
    },
    async save(id, color, { url = product.url, key } = {}) {
      const answer = await fetch(`${url}/api/transaction/${id}/save/`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: inColour(color),
      });
      const charged = answer.headers.get(CREDITS_CHARGED_HEADER);
      return {
        status: answer.status,
        charged: charged === null ? null : Number(charged),
        body: await answer.text(),
      };
    },
    async edit(id, color) {
      const path = `/api/transaction/${id}/edit`;
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      return (await fetch(product.url + path, { ...init, body: inColour(color) })).status;
    },
    post: (path, bytes) => fetch(product.url + path, { method: 'POST', headers, body: new Uint8Array(bytes) }),
    remove: (id) => client.remove(`/api/transaction/${id}/`),
    balance: async () => (await bodyOf<{ credits: number }>(await person.get('/api/billing'))).credits,
  };
}

const inColour = (color: string): string =>
  JSON.stringify({ background: { color, id: null, base: false, blur: 0, blurWidth: 0 } });

/** An API process, beside the launcher's or without it. */
export async function startSecondApi(
  { databaseUrl }: Pick<Installation, 'databaseUrl'>,
  dataDir: string,
): Promise<{ readonly url: string; stop(signal?: 'SIGTERM'): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.resolve('@clearcut/command-api/main')), {
    env: {
      ...process.env,
      NODE_OPTIONS: bundledOptions(),
      ...ownNames(databaseUrl),
      ...LOG_IN_POSTGRES,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      // As the product of the tests.
      CHARGE_SMALL_SAVES: 'true',
      LOG_LEVEL: 'fatal',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number | undefined>((resolve, reject) => {
    child.once('message', (message: ServiceMessage) => resolve(message.type === 'ready' ? message.port : undefined));
    child.once('exit', (code) => reject(new Error(`The second API ended with ${code} before it was ready`)));
  });
  return {
    url: `http://localhost:${port}`,
    async stop(signal) {
      if (signal === undefined) return await kill(child);
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** Counts of a picture's events, from the log. */
export interface SaveCounts {
  readonly spent: number;
  readonly started: number;
  readonly completed: number;
  readonly failed: number;
  readonly refunded: number;
}

/** Counts saves by id; fails on events that repeat one. */
export async function savesOf({ database }: Installation, transactionId: string): Promise<SaveCounts> {
  const rows = await database.query<{ type: string; events: number; saves: number }>(
    `SELECT type, count(*)::int AS events, count(DISTINCT data->>'saveId')::int AS saves FROM event_store.event
     WHERE data->>'transactionId' = $1 AND data->>'saveId' IS NOT NULL GROUP BY type`,
    [transactionId],
  );
  const count = (type: string): number => {
    const { events = 0, saves = 0 } = rows.find((row) => row.type === type) ?? {};
    if (events !== saves) throw new Error(`${events} times ${type} for ${saves} saves`);
    return events;
  };
  return {
    spent: count('CreditsSpent'),
    started: count('HdSaveStarted'),
    completed: count('HdSaveCompleted'),
    failed: count('HdSaveFailed'),
    refunded: count('CreditsRefunded'),
  };
}

/** Waits until every save of a picture has ended by itself. */
export function ended(product: Installation, transactionId: string): Promise<SaveCounts> {
  return eventually(async () => {
    const counts = await savesOf(product, transactionId);
    const { spent, started, completed, failed, refunded } = counts;
    return spent === started && started === completed + failed && failed === refunded ? counts : undefined;
  });
}
