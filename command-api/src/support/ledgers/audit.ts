import { createHash } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { findBookmark, findLines } from '@clearcut/projections/ledger/queries';
import { type CreditPoolEvent, creditsOf, isCreditPoolEvent } from '@clearcut/schemas/credits/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { LedgerAuditView, LedgerFault, LedgerLine } from '@clearcut/schemas/support/ledger-http';

type Line = RecordedEvent<CreditPoolEvent>;

interface AuditDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
}

/** A team's pool, added up from the log alone, with what is wrong with it or with the read model. @throws CatalogueError team_not_found */
export async function auditLedger({ database, eventStore }: AuditDeps, teamId: string): Promise<LedgerAuditView> {
  const events = await eventStore.readStream(`creditPool-${teamId}`);
  const own = events.filter((recorded): recorded is Line => isCreditPoolEvent(recorded.event));
  if (own.length === 0) throw new CatalogueError('team_not_found');
  const lines = linesOf(own);
  const pool = await findBookmark(database, teamId, null);
  const shown = await findLines(database, teamId);
  const sum = lines.reduce((total, { credits }) => total + credits, 0);
  return {
    teamId,
    lines,
    sum,
    shown: shown.at(-1)?.balance ?? null,
    faults: [
      ...faultsOf(lines),
      // Of what the read model has seen: it may be a moment behind.
      ...faultsOfReadModel(lines.slice(0, pool?.version ?? 0), shown),
      ...(await spendsWithoutSave(eventStore, own)),
    ],
  };
}

function linesOf(events: readonly Line[]): LedgerLine[] {
  let chain = '';
  return events.map(({ id, version, event, metadata }) => {
    const { data, type } = event;
    const line = { id, version, at: metadata.occurredAt, type, credits: creditsOf(event), balance: data.balance };
    chain = chainOf(chain, line);
    return {
      ...line,
      actorKind: metadata.actor.kind,
      transactionId: 'transactionId' in data ? data.transactionId : null,
      saveId: 'saveId' in data ? data.saveId : null,
      chain,
    };
  });
}

/**
 * SHA-256, in hex, of the chain before and a line, joined by commas in this order: a line that is changed, left out or put in changes
 * every chain below it. `scripts/verify-ledger-export.mjs` does the same with an exported file.
 */
export function chainOf(
  before: string,
  { version, id, at, type, credits, balance }: Omit<LedgerLine, 'chain' | 'actorKind' | 'transactionId' | 'saveId'>,
): string {
  return createHash('sha256').update([before, version, id, at, type, credits, balance].join(',')).digest('hex');
}

/** Lines that are missing, or that say another balance than the lines up to them come to. */
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

/** Spends for which no save began and no credit came back. A save that is about to begin is younger than this. */
const JUST_NOW_MS = 10 * 60 * 1000;

async function spendsWithoutSave(
  eventStore: EventStore<ClearcutEvent>,
  events: readonly Line[],
): Promise<LedgerFault[]> {
  const cameBack = new Set(events.flatMap(({ event }) => (event.type === 'CreditsRefunded' ? event.data.saveId : [])));
  const faults: LedgerFault[] = [];
  for (const { event, version, metadata } of events) {
    if (event.type !== 'CreditsSpent' || cameBack.has(event.data.saveId)) continue;
    if (Date.now() - Date.parse(metadata.occurredAt) < JUST_NOW_MS) continue;
    const { saveId, transactionId } = event.data;
    const picture = await eventStore.readStream(`transaction-${transactionId}`);
    const began = picture.some(({ event: one }) => one.type === 'HdSaveStarted' && one.data.saveId === saveId);
    if (!began) faults.push({ version, kind: 'spend-without-save' });
  }
  return faults;
}
