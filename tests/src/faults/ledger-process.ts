/**
 * The credits part of an API process, without HTTP: takes concurrent commands over IPC and answers each. DATABASE_URL
 * names the log.
 */
import { createCreditPool } from '@clearcut/command-api/credits';
import { createDatabase } from '@clearcut/platform/database/database';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import { carryOut, type Answered, type Asked } from './ledger-harness.ts';

const database = createDatabase(process.env['DATABASE_URL'] ?? '', { name: 'ledger-process' });
const creditPool = createCreditPool({
  database,
  eventStore: createPostgresEventStore({ database, codec: eventCodec }),
});

const tell = (message: Answered | 'ready'): void => void process.send?.(message);

process.on('message', ({ n, asked }: Asked) => {
  void carryOut(creditPool, asked).then((outcome) => tell({ n, outcome }));
});
tell('ready');
