import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { CreditPool } from '../../credits/index.ts';
import type { Circumstances } from '../../kernel/command-context.ts';
import type { Loaded } from '../../kernel/command-handler.ts';
import type { Member } from '../../kernel/requester.ts';
import type { TransactionChanges } from '../read/changes.ts';
import type { TransactionHandler } from '../handler.ts';
import type { TransactionState } from '../domain/picture.ts';
import type { SaveIntent } from '../domain/save-requests.ts';

/** Which saves cost credits: all, those larger than the free preview, or none. */
export type Charges = 'all' | 'larger' | 'none';

export interface SavesDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: Pick<MessageBus, 'ahead' | 'raisePriority'>;
  readonly handler: TransactionHandler;
  readonly creditPool: CreditPool;
  readonly changes: TransactionChanges;
  readonly charges: Charges;
  /** From the log; undefined when no longer active. */
  readonly memberNow: (member: Member) => Promise<Member | undefined>;
  /** Milliseconds. The save continues, and a repeat joins it. */
  readonly maxWaitMs: number;
  /** Aborts waiting when the process stops; another process's policy continues. */
  readonly signal: AbortSignal;
}

export interface SaveOrder {
  readonly transactionId: string;
  readonly requester: Member;
  /** API key that asks for the member. */
  readonly keyId: string | undefined;
  readonly requestId: string;
  /** Shown at the request; editing may continue. Undefined for a repeat. */
  readonly opId: string | undefined;
  readonly intent: SaveIntent | undefined;
  readonly hasKey: boolean;
  readonly acceptsGuess: boolean;
  /** As just read with `opId`. */
  readonly known?: Loaded<TransactionState>;
  readonly allowance?: Allowance;
}

/** Reserved first: concurrent requests must not exceed it together. A refund releases it. */
export interface Allowance {
  /** @throws CatalogueError api_key_credits_used */
  take(saveId: string, credits: number): Promise<Taken>;
  /** Reserves nothing. @throws CatalogueError api_key_credits_used */
  refuse(credits: number): Promise<void>;
}

interface Taken {
  /** Unless called, the ledger decides later. */
  end(charged: number): Promise<void>;
}

/** Without `now`: each step logs its own time. */
export type By = Omit<Circumstances, 'now'>;
