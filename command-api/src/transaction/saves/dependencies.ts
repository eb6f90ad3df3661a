import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { CreditPool } from '../../credits/handler.ts';
import type { Circumstances } from '../../kernel/command-context.ts';
import type { Member } from '../../kernel/requester.ts';
import type { TransactionChanges } from '../read/changes.ts';
import type { TransactionHandler } from '../handler.ts';
import type { SaveIntent } from '../domain/save-requests.ts';

/** What requests to save in HD work with. */
export interface SavesDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: Pick<MessageBus, 'ahead' | 'hurry'>;
  readonly handler: TransactionHandler;
  readonly creditPool: CreditPool;
  readonly changes: TransactionChanges;
  /** The member as the log knows them at this moment; undefined for one who is no active member any more. */
  readonly memberNow: (member: Member) => Promise<Member | undefined>;
  /** How long a request may wait for its file, in milliseconds. The save itself goes on, and a repeat joins it. */
  readonly patienceMs: number;
  /** Aborted when the process stops: what waits ends, and the policy of another process goes on. */
  readonly signal: AbortSignal;
}

export interface SaveOrder {
  readonly transactionId: string;
  readonly requester: Member;
  readonly requestId: string;
  /**
   * The operation that the picture was the result of when the save was asked for: while it waits, the picture may be edited on.
   * Undefined for a repeat, of which the log tells what it is about.
   */
  readonly opId: string | undefined;
  /** Of a request that is to be taken down. */
  readonly intent: SaveIntent | undefined;
  readonly hasKey: boolean;
  /** What bounds the requester's spending beside the team's credits. */
  readonly allowance?: Allowance;
}

/** Credits that a requester may use up. They are taken before they are spent, so that requests at once cannot use more together. */
export interface Allowance {
  /** @throws CatalogueError api_key_credits_used */
  take(credits: number): Promise<void>;
  /** Of credits that were not spent, or came back; 0 is nothing. */
  giveBack(credits: number): Promise<void>;
}

/** The log has the time at which each step was taken. */
export type By = Omit<Circumstances, 'now'>;
