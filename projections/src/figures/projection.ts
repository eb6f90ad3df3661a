import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { ReadModel } from '../read-model.ts';
import { amountsOf, hourOf, type Measure } from './measures.ts';
import { figuresChanged } from './queries.ts';

/** Figures of the installation by hour. */
export const figuresReadModel: ReadModel = {
  name: 'figures',
  schema: figuresChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 1,
  categories: ['transaction', 'creditPool'],
  project,
};

interface Row {
  readonly hour: string;
  readonly measure: Measure;
  readonly amount: number;
}

const ADD = {
  name: 'read_figures.add',
  text: `INSERT INTO figure SELECT * FROM json_populate_recordset(NULL::figure, $1::json)
         ON CONFLICT (hour, measure) DO UPDATE SET amount = figure.amount + excluded.amount`,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const rows = new Map<string, Row>();
  for (const recorded of batch) {
    const hour = hourOf(recorded);
    for (const [measure, amount] of amountsOf(recorded)) {
      const key = `${hour} ${measure}`;
      rows.set(key, { hour, measure, amount: (rows.get(key)?.amount ?? 0) + amount });
    }
  }
  if (rows.size === 0) return [];
  await tx.query(ADD, [toJson([...rows.values()])]);
  return [...new Set([...rows.values()].map(({ hour }) => hour))];
}
