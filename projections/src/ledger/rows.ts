import { descriptionOf, type LedgerDescriptionType } from '@clearcut/schemas/credits/description';
import { creditsOf, type CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import type { LedgerEntryKind } from '@clearcut/schemas/credits/kinds';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { isNext } from '../read-model.ts';

/** Times come from events, so a rebuild gives the same rows. */
export interface PoolRow {
  readonly id: string;
  readonly version: number;
  readonly event_id: string;
  readonly balance: number;
}

export interface EntryRow {
  /** Event id. */
  readonly id: string;
  readonly team_id: string;
  readonly version: number;
  readonly occurred_at: Date;
  readonly kind: LedgerEntryKind;
  readonly description_type: LedgerDescriptionType;
  readonly credits: number;
  readonly balance: number;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string;
  readonly transaction_id: string | null;
  readonly save_id: string | null;
  readonly cause: object | null;
  readonly key: string;
  /** API key that acted. */
  readonly key_id: string | null;
}

/**
 * Undefined for an event applied already.
 * @throws Error for a gap or a wrong balance
 */
export function evolve(
  before: PoolRow | undefined,
  recorded: RecordedEvent<CreditPoolEvent>,
): { readonly pool: PoolRow; readonly entry: EntryRow } | undefined {
  if (!isNext(recorded, before?.version ?? 0)) return undefined;
  const { id, event, version, metadata, stream } = recorded;
  const { teamId, balance } = event.data;
  const credits = creditsOf(event);
  const expected = (before?.balance ?? 0) + credits;
  // An event set aside may have moved credits.
  if (balance !== expected && recorded.follows === undefined)
    throw new Error(`${stream} version ${version} says ${balance}, but ${expected} are left`);
  return {
    pool: { id: teamId, version, event_id: id, balance },
    entry: {
      id,
      team_id: teamId,
      version,
      occurred_at: new Date(metadata.occurredAt),
      credits,
      balance,
      actor_kind: metadata.actor.kind,
      actor_id: metadata.actor.id,
      transaction_id: null,
      save_id: null,
      cause: null,
      key: ledgerKeyOf(event),
      key_id: metadata.actor.kind === 'user' ? (metadata.actor.keyId ?? null) : null,
      description_type: descriptionOf(event),
      ...factsOf(event),
    },
  };
}

type Facts = Pick<EntryRow, 'kind'> & Partial<Pick<EntryRow, 'transaction_id' | 'save_id' | 'cause'>>;

function factsOf({ type, data }: CreditPoolEvent): Facts {
  switch (type) {
    case 'CreditsGranted':
      return { kind: 'granted', cause: data.cause };
    case 'CreditsSpent': {
      const { transactionId: transaction_id, saveId: save_id } = data;
      return { kind: 'spent', transaction_id, save_id };
    }
    case 'CreditsRefunded': {
      const { transactionId: transaction_id, saveId: save_id } = data;
      return { kind: 'refunded', transaction_id, save_id };
    }
    case 'CreditsExpired':
      return { kind: 'expired', cause: data.cause };
    case 'CreditsClawedBack': {
      const { clawbackId, paymentId } = data;
      return { kind: 'clawed_back', cause: { clawbackId, paymentId } };
    }
    case 'CreditsAdjusted':
      return { kind: 'adjusted', cause: { reason: data.reason } };
  }
}
