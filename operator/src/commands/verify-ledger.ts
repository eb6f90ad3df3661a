import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { creditsOf, isCreditPoolEvent, type CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import type { Answer } from '@clearcut/platform/cli/command';
import { wholeNumber } from '@clearcut/platform/cli/whole-number';
import type { EventBatch, Position, RecordedEvent } from '@clearcut/platform/event-store/port';
import { findBrokenPools, findEntries, listPools } from '@clearcut/projections/ledger/queries';
import { eventsOf } from '@clearcut/projections/read-model';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Command, OperatorContext } from '../command.ts';
import { LedgerAudit } from '../ledger-audit.ts';
import { SavesAudit } from '../saves-audit.ts';

/** `version` is the ledger line; null for the whole. */
interface Difference {
  readonly teamId: string;
  readonly version: number | null;
  readonly problem: string;
}

type Line = RecordedEvent<CreditPoolEvent>;

const BATCH_SIZE = 1_000;
/** Allowed lag of the read model. */
const MAX_LAG_MS = 15_000;
const SHOWN = 100;

export const verifyLedger: Command = {
  call: 'verify-ledger [--patience <minutes>]',
  summary:
    'Add up every credit pool and compare with read model and saves. Exit code 1 on any difference. A save may be under way for 10 minutes, or so many.',
  async run(_args, context, { patience = '10' }) {
    const minutes = wholeNumber(patience, 'number of minutes', { to: 999_999 });
    const { signal } = context;
    const audit = new LedgerAudit();
    const savesAudit = new SavesAudit();
    // Read before the log: everything known now must be there.
    const known = await listPools(context.database);
    const differences: Difference[] = [];
    let behind: Line[] = [];
    for await (const events of readLog(context)) {
      for (const recorded of events) savesAudit.add(recorded);
      const lines = eventsOf(events.filter(isOfPool), isCreditPoolEvent);
      for (const line of lines) {
        for (const problem of audit.add(line)) differences.push(differenceAt(line, `in the log, ${problem}`));
      }
      const compared = await compare(context, lines);
      differences.push(...compared.differences);
      behind.push(...compared.missing);
    }
    for (
      const end = Date.now() + MAX_LAG_MS;
      behind.length > 0 && Date.now() < end;
      await delay(200, undefined, { signal })
    ) {
      const compared = await compare(context, behind);
      differences.push(...compared.differences);
      behind = compared.missing;
    }
    differences.push(...behind.map((line) => differenceAt(line, 'the read model does not have this line')));
    const versions = audit.versions();
    for (const { teamId, version } of known) {
      if (version > (versions.get(teamId) ?? 0)) {
        differences.push({ teamId, version, problem: 'the read model has a line that the log does not have' });
      }
    }
    for (const teamId of await findBrokenPools(context.database)) {
      const problem = 'the balance shown, or the number of lines, is not that of the lines';
      differences.push({ teamId, version: null, problem });
    }
    const saves = savesAudit.end(new Date(Date.now() - minutes * 60_000));
    differences.push(...saves.differences.map((difference) => ({ ...difference, version: null })));
    const { completed, underWay } = saves;
    return answer({ pools: versions.size, entries: audit.entries, completed, underWay, differences });
  },
};

const isOfPool = ({ stream }: RecordedEvent<ClearcutEvent>): boolean => stream.startsWith('creditPool-');

/** Events of pools and pictures, in log order, up to the present end. */
async function* readLog({
  eventStore,
  signal,
}: OperatorContext): AsyncGenerator<readonly RecordedEvent<ClearcutEvent>[]> {
  let from: Position | null = null;
  for (;;) {
    signal.throwIfAborted();
    const batch: EventBatch<ClearcutEvent> = await eventStore.readAll({
      from,
      filter: { categories: ['creditPool', 'transaction'] },
      batchSize: BATCH_SIZE,
    });
    yield batch.events;
    if (batch.caughtUp) return;
    from = batch.position;
    // A hanging writer hides the next position.
    if (batch.events.length === 0) await delay(100, undefined, { signal });
  }
}

async function compare(
  { database }: OperatorContext,
  lines: readonly Line[],
): Promise<{ differences: Difference[]; missing: Line[] }> {
  const ids = lines.map(({ id }) => id);
  const stored = new Map((await findEntries(database, ids)).map((entry) => [entry.id, entry]));
  const differences: Difference[] = [];
  const missing: Line[] = [];
  for (const line of lines) {
    const entry = stored.get(line.id);
    if (entry === undefined) {
      missing.push(line);
      continue;
    }
    const { event, metadata, version } = line;
    const { data } = event;
    const expected = {
      team_id: data.teamId,
      version,
      occurred_at: new Date(metadata.occurredAt),
      credits: creditsOf(event),
      balance: data.balance,
      actor_kind: metadata.actor.kind,
      actor_id: metadata.actor.id,
      transaction_id: 'transactionId' in data ? data.transactionId : null,
      save_id: 'saveId' in data ? data.saveId : null,
      key: ledgerKeyOf(event),
      key_id: metadata.actor.kind === 'user' ? (metadata.actor.keyId ?? null) : null,
    };
    for (const [column, value] of Object.entries(expected)) {
      const shown = entry[column as keyof typeof expected];
      if (isDeepStrictEqual(shown, value)) continue;
      differences.push(
        differenceAt(line, `${column} is ${text(value)} in the log and ${text(shown)} in the read model`),
      );
    }
  }
  return { differences, missing };
}

const counted = (n: number, what: string): string => `${n} ${n === 1 ? what : `${what}s`}`;

const text = (value: unknown): string => JSON.stringify(value);

function differenceAt({ event, version }: Line, problem: string): Difference {
  return { teamId: event.data.teamId, version, problem };
}

function answer({
  pools,
  entries,
  completed,
  underWay,
  differences,
}: {
  pools: number;
  entries: number;
  completed: number;
  underWay: number;
  differences: Difference[];
}): Answer {
  const isBad = differences.length > 0;
  const waiting = underWay === 0 ? '' : ` (${underWay} under way)`;
  const seen = `${counted(pools, 'pool')} with ${counted(entries, 'line')}, and ${counted(completed, 'save')}${waiting}`;
  const shown = differences.slice(0, SHOWN);
  const lines = shown.map(({ teamId, version, problem }) =>
    version === null ? `team ${teamId}: ${problem}` : `team ${teamId}, line ${version}: ${problem}`,
  );
  const rest = differences.length - shown.length;
  return {
    isBad,
    text: isBad
      ? [
          `${counted(differences.length, 'difference')} in ${seen}:`,
          ...lines,
          ...(rest > 0 ? [`and ${rest} more`] : []),
        ].join('\n')
      : `No difference in ${seen}`,
    json: {
      pools,
      entries,
      saves: { completed, underWay },
      differences: shown,
      differenceCount: differences.length,
    },
  };
}
