import type { Database } from '../../database/database.ts';

export const EVENTS_APPENDED = 'event_store_appended';

const SPACING_MS = 2;

/** There is nothing durable in it, so the commit need not wait for the disk. */
const ANNOUNCE = {
  name: 'event_store.announce',
  text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${EVENTS_APPENDED}', '')`,
};

/**
 * Tells the readers in all processes that there are new events. Not part of `append`, because PostgreSQL lets only one
 * transaction with a NOTIFY commit at a time; and one announcement serves all appends of the last moments. Losing one
 * costs a reader its polling interval, no more.
 */
export class Announcer {
  readonly #database: Database;
  #state: 'quiet' | 'announcing' | 'again' = 'quiet';

  constructor(database: Database) {
    this.#database = database;
  }

  announce(): void {
    if (this.#state !== 'quiet') {
      this.#state = 'again';
      return;
    }
    this.#state = 'announcing';
    void this.#notify();
  }

  async #notify(): Promise<void> {
    try {
      await this.#database.query(ANNOUNCE);
    } catch {
      // The server is away; readers poll.
    }
    setTimeout(() => {
      const again = this.#state === 'again';
      this.#state = 'quiet';
      if (again) this.announce();
    }, SPACING_MS).unref();
  }
}
