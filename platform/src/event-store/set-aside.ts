import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { Database, Tx } from '../database/database.ts';
import { isMissingTable } from '../database/missing-table.ts';
import type { RecordedEvent, StreamName } from './port.ts';

/** Passed over by an operator's decision. */
export interface SetAsideEvent {
  readonly subscriber: string;
  readonly eventId: string;
  readonly stream: StreamName;
  readonly version: number;
  readonly reason: string;
  readonly setAsideAt: Date;
}

const COLUMNS = 'subscriber, event_id AS "eventId", stream, version, reason, set_aside_at AS "setAsideAt"';

/** Oldest first. */
export function listSetAside(database: Tx): Promise<SetAsideEvent[]> {
  return database.query<SetAsideEvent>(
    `SELECT ${COLUMNS} FROM subscriptions.set_aside ORDER BY set_aside_at, subscriber, event_id`,
  );
}

/** @returns false when already set aside */
export async function setAside(database: Tx, event: Omit<SetAsideEvent, 'setAsideAt'>): Promise<boolean> {
  const { subscriber, eventId, stream, version, reason } = event;
  const added = await database.query(
    `INSERT INTO subscriptions.set_aside (subscriber, event_id, stream, version, reason) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [subscriber, eventId, stream, version, reason],
  );
  return added.length > 0;
}

export class SetAsideEvents {
  readonly ids: ReadonlySet<string>;
  readonly #versions: ReadonlyMap<StreamName, ReadonlySet<number>>;

  constructor(events: readonly Pick<SetAsideEvent, 'eventId' | 'stream' | 'version'>[]) {
    this.ids = new Set(events.map(({ eventId }) => eventId));
    this.#versions = new Map(
      [...Map.groupBy(events, ({ stream }) => stream)].map(([stream, of]) => [
        stream,
        new Set(of.map(({ version }) => version)),
      ]),
    );
  }

  static async read(database: Database, subscriber: string): Promise<SetAsideEvents> {
    const found = database.query<SetAsideEvent>(
      `SELECT ${COLUMNS} FROM subscriptions.set_aside WHERE subscriber = $1`,
      [subscriber],
    );
    // Not migrated yet: nothing was set aside.
    return new SetAsideEvents(
      await found.catch((error: unknown) => (isMissingTable(error) ? [] : Promise.reject(error))),
    );
  }

  /** Adds the version that the event follows. */
  follow<E extends DomainEvent>(recorded: RecordedEvent<E>): RecordedEvent<E> {
    const versions = this.#versions.get(recorded.stream);
    if (versions === undefined) return recorded;
    let follows = recorded.version - 1;
    while (versions.has(follows)) follows -= 1;
    return follows === recorded.version - 1 ? recorded : { ...recorded, follows };
  }
}
