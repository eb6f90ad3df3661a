import type { Database } from '../../database/database.ts';

export const EVENTS_APPENDED = 'event_store_appended';

const SPACING_MS = 2;

/** Nothing durable: the commit need not wait for the disk. */
const ANNOUNCE = {
  name: 'event_store.announce',
  text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${EVENTS_APPENDED}', '')`,
};

/** Separate from `append`: PostgreSQL commits one transaction with a NOTIFY at a time. */
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
      // Readers poll.
    }
    setTimeout(() => {
      const again = this.#state === 'again';
      this.#state = 'quiet';
      if (again) this.announce();
    }, SPACING_MS).unref();
  }
}
