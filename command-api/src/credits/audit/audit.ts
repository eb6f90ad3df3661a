import { createHash } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { findBookmark, findLines } from '@clearcut/projections/ledger/queries';
import { descriptionOf } from '@clearcut/schemas/credits/description';
import { type CreditPoolEvent, creditsOf, isCreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { LedgerAuditView, LedgerFault, LedgerLine } from '@clearcut/schemas/credits/audit-http';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

type Line = RecordedEvent<CreditPoolEvent>;

export interface AuditDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
}

export interface AuditStep {
  readonly read: number;
  readonly total: number;
  readonly faults: readonly LedgerFault[];
}

export type Audit = AsyncGenerator<AuditStep, LedgerAuditView>;

/** Recomputes a pool from the log and lists faults in it and in the read model. */
export async function auditLedger(deps: AuditDeps, teamId: string): Promise<LedgerAuditView> {
  const audit = await beginAudit(deps, teamId);
  for (;;) {
    const step = await audit.next();
    if (step.done === true) return step.value;
  }
}

/** Yields for each line. Looks up the save of each spend, which takes long in a large ledger. */
export async function beginAudit({ database, eventStore }: AuditDeps, teamId: string): Promise<Audit> {
  const events = await eventStore.readStream(`creditPool-${teamId}`);
  const own = events.filter((recorded): recorded is Line => isCreditPoolEvent(recorded.event));
  const pool = await findBookmark(database, teamId, null);
  const shown = await findLines(database, teamId);
  const lines = linesOf(own);
  const faults = [
    ...faultsOf(lines),
    // Compares only up to the read model's version, which may lag.
    ...faultsOfReadModel(lines.slice(0, pool?.version ?? 0), shown),
  ];
  const sum = lines.reduce((total, { credits }) => total + credits, 0);
  const last = shown.find(({ version }) => version === lines.at(-1)?.version);
  return stepsOf(eventStore, own, { teamId, lines, sum, shown: last?.balance ?? null, faults });
}

async function* stepsOf(eventStore: EventStore<ClearcutEvent>, events: readonly Line[], audit: LedgerAuditView): Audit {
  const faults = [...audit.faults];
  const cameBack = new Set(events.flatMap(({ event }) => (event.type === 'CreditsRefunded' ? event.data.saveId : [])));
  for (const [index, line] of events.entries()) {
    if (await lacksSave(eventStore, line, cameBack)) faults.push({ version: line.version, kind: 'spend-without-save' });
    yield { read: index + 1, total: events.length, faults };
  }
  return { ...audit, faults };
}

function linesOf(events: readonly Line[]): LedgerLine[] {
  let chain = '';
  return events.map(({ id, version, event, metadata }) => {
    const { data, type } = event;
    const line = { id, version, at: metadata.occurredAt, type, credits: creditsOf(event), balance: data.balance };
    chain = chainOf(chain, line);
    return {
      ...line,
      description: descriptionOf(event),
      actorKind: metadata.actor.kind,
      actorId: metadata.actor.id,
      cause: causeOf(event),
      transactionId: 'transactionId' in data ? data.transactionId : null,
      saveId: 'saveId' in data ? data.saveId : null,
      chain,
    };
  });
}

function causeOf({ data }: CreditPoolEvent): string | null {
  if ('paymentId' in data) return data.paymentId;
  if ('reason' in data) return data.reason;
  if (!('cause' in data)) return null;
  const { cause } = data;
  if ('paymentId' in cause) return cause.paymentId;
  if ('subscriptionId' in cause) return cause.subscriptionId;
  if ('clawbackId' in cause) return cause.clawbackId;
  return 'key' in cause ? cause.key : null;
}

/**
 * SHA-256 in hex of the previous value and the line's fields, joined by commas in this order: a changed, missing or
 * inserted line changes all later values. `client/public/verify-ledger.mjs` computes the same.
 */
export function chainOf(
  before: string,
  {
    version,
    id,
    at,
    type,
    credits,
    balance,
  }: Omit<LedgerLine, 'chain' | 'description' | 'actorKind' | 'actorId' | 'cause' | 'transactionId' | 'saveId'>,
): string {
  return createHash('sha256').update([before, version, id, at, type, credits, balance].join(',')).digest('hex');
}

export function faultsOf(lines: readonly LedgerLine[]): LedgerFault[] {
  let sum = 0;
  return lines.flatMap(({ version, credits, balance }, index) => {
    sum += credits;
    return [
      ...(version === index + 1 ? [] : [{ version, kind: 'version' as const }]),
      ...(balance === sum ? [] : [{ version, kind: 'balance' as const }]),
    ];
  });
}

function faultsOfReadModel(
  lines: readonly LedgerLine[],
  shown: readonly { readonly version: number; readonly credits: number; readonly balance: number }[],
): LedgerFault[] {
  const byVersion = new Map(shown.map((line) => [line.version, line]));
  return lines
    .filter(({ version, credits, balance }) => {
      const line = byVersion.get(version);
      return line?.credits !== credits || line.balance !== balance;
    })
    .map(({ version }) => ({ version, kind: 'read-model' }));
}

/** Recent spends may still be about to start their save. */
const SAVE_START_MS = 10 * 60 * 1000;

export async function lacksSave(
  eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>,
  { event, metadata }: Line,
  cameBack: ReadonlySet<string>,
): Promise<boolean> {
  if (event.type !== 'CreditsSpent' || cameBack.has(event.data.saveId)) return false;
  if (Date.now() - Date.parse(metadata.occurredAt) < SAVE_START_MS) return false;
  const { saveId, transactionId } = event.data;
  const picture = await eventStore.readStream(`transaction-${transactionId}`);
  return !picture.some(({ event: one }) => one.type === 'HdSaveStarted' && one.data.saveId === saveId);
}
