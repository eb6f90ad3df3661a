import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  adjustCredits,
  clawBackCredits,
  type CreditPool,
  expireCredits,
  grantCredits,
  type PoolCommand,
  refundSpend,
  returnClawback,
  spendCredits,
} from '@clearcut/command-api/credits';
import type { Database } from '@clearcut/platform/database/database';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { noTracing } from '@clearcut/platform/telemetry/tracing/port';
import type { RunnerContext } from '@clearcut/projections/runner';
import { uuidOf } from '@clearcut/projections/testing/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { bundledOptions } from '../support/bundles/options.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { kill, until, type Installation } from './projections-harness.ts';

/** Took effect, had done so before, or was refused with this code. */
export type Outcome = 'effect' | 'repeat' | { readonly refused: string };

const COMMANDS = {
  GrantCredits: grantCredits,
  SpendCredits: spendCredits,
  RefundSpend: refundSpend,
  ExpireCredits: expireCredits,
  ClawBackCredits: clawBackCredits,
  ReturnClawback: returnClawback,
  AdjustCredits: adjustCredits,
};
type Name = keyof typeof COMMANDS;

/** A command as data: another process gets it by a message, and the model reads it. */
export type PoolRequest = { [N in Name]: { readonly type: N } & Parameters<(typeof COMMANDS)[N]>[0] }[Name];

export const commandOf = (request: PoolRequest): PoolCommand =>
  (COMMANDS[request.type] as (data: PoolRequest) => PoolCommand)(request);

export interface Asked {
  readonly n: number;
  readonly asked: PoolRequest;
}
export interface Answered {
  readonly n: number;
  readonly outcome: Outcome;
}

export const runnerContextOf = (installation: Installation): RunnerContext => ({
  ...installation,
  config: { ownsDatabase: false },
  tracing: noTracing,
  log: createLogger('test', { logLevel: 'silent' }),
  signal: new AbortController().signal,
});

export const contextOf = (): Parameters<CreditPool['handle']>[1] => ({
  correlationId: 'correlation',
  causationId: 'test',
  actor: { kind: 'system', id: 'test' },
  now: new Date(),
});

/** @throws anything but a refusal */
export async function carryOut(creditPool: CreditPool, asked: PoolRequest): Promise<Outcome> {
  try {
    const { events } = await creditPool.handle(commandOf(asked), contextOf());
    return events.length > 0 ? 'effect' : 'repeat';
  } catch (error) {
    if (error instanceof CatalogueError) return { refused: error.code };
    throw error;
  }
}

/** An API process that takes commands until killed. */
export class LedgerProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }>();
  #asked = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: Answered | 'ready') => {
      if (message === 'ready') return;
      this.#waiting.get(message.n)?.resolve(message.outcome);
      this.#waiting.delete(message.n);
    });
    child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The process has ended'));
    });
  }

  static async start({ url }: Installation): Promise<LedgerProcess> {
    const path = fileURLToPath(new URL('ledger-process.ts', import.meta.url));
    const child = fork(path, {
      env: { ...process.env, NODE_OPTIONS: bundledOptions(), DATABASE_URL: url },
      stdio: 'inherit',
    });
    const started = new LedgerProcess(child);
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error('The process ended before it was ready')));
    });
    return started;
  }

  /** Rejects when the process dies first: outcome unknown. */
  ask(asked: PoolRequest): Promise<Outcome> {
    const n = this.#asked++;
    return new Promise((resolve, reject) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        reject(new Error('The process has ended'));
        return;
      }
      this.#waiting.set(n, { resolve, reject });
      this.#child.send({ n, asked } satisfies Asked, (error) => error && reject(error));
    });
  }

  kill(): Promise<void> {
    return kill(this.#child);
  }
}

/** The real projections service, so that it can be killed too. */
export async function startProjections({ url, dataDir }: Installation): Promise<ChildProcess> {
  const path = fileURLToPath(import.meta.resolve('@clearcut/projections/main'));
  const env = {
    ...process.env,
    NODE_OPTIONS: bundledOptions(),
    ...LOG_IN_POSTGRES,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
  };
  const child = fork(path, { env, stdio: 'inherit' });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The projections service ended with ${code} before it was ready`)));
  });
  return child;
}

export const grant = (teamId: string, credits: number, key = 'grant'): PoolRequest & { type: 'GrantCredits' } => ({
  type: 'GrantCredits',
  teamId,
  credits,
  cause: { kind: 'operator', key },
});

export const spend = (teamId: string, save: number): PoolRequest & { type: 'SpendCredits' } => ({
  type: 'SpendCredits',
  teamId,
  credits: 1,
  transactionId: uuidOf(teamId, 'picture', save),
  saveId: uuidOf(teamId, 'save', save),
  pictureState: 'a'.repeat(64),
});

interface Sums {
  readonly lines: number;
  readonly balance: number;
  readonly spends: number;
  readonly saves: number;
}

/** Sums of a team's log and read model, in SQL without product code. */
export async function sumsOf(database: Database, teamId: string): Promise<{ log: Sums; readModel: Sums }> {
  const [log] = await database.query<Sums>(
    `SELECT count(*)::int AS lines,
            coalesce(sum(CASE WHEN type IN ('CreditsSpent', 'CreditsExpired', 'CreditsClawedBack') THEN -1 ELSE 1 END * (data->>'credits')::int), 0)::int AS balance,
            (count(*) FILTER (WHERE type = 'CreditsSpent'))::int AS spends,
            (count(DISTINCT data->>'saveId') FILTER (WHERE type = 'CreditsSpent'))::int AS saves
     FROM event_store.event WHERE stream_id = $1`,
    [`creditPool-${teamId}`],
  );
  const [readModel] = await database.query<Sums>(
    `SELECT count(*)::int AS lines,
            coalesce((SELECT balance FROM read_credit_ledger.pool WHERE id = $1), 0) AS balance,
            (count(*) FILTER (WHERE kind = 'spent'))::int AS spends,
            (count(DISTINCT save_id) FILTER (WHERE kind = 'spent'))::int AS saves
     FROM read_credit_ledger.entry WHERE team_id = $1`,
    [teamId],
  );
  if (log === undefined || readModel === undefined) throw new Error('No answer');
  return { log, readModel };
}

/** Resolves when the read model has every line of the log. */
export async function ledgerCaughtUp(database: Database): Promise<void> {
  await until(async () => {
    const [row] = await database.query<{ behind: boolean }>(
      `SELECT (SELECT count(*) FROM event_store.event WHERE category = 'creditPool')
            > (SELECT count(*) FROM read_credit_ledger.entry) AS behind`,
    );
    return row?.behind === false;
  });
}
