import { createHash } from 'node:crypto';
import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';

/** Reads a batch's rows with one statement, folds in memory, writes with one. */
export class RowBatch<Row extends { readonly id: string }> {
  readonly #tx: Tx;
  readonly #table: string;
  readonly #stored: ReadonlyMap<string, Row>;
  readonly #changed = new Map<string, Row>();

  private constructor(tx: Tx, table: string, stored: ReadonlyMap<string, Row>) {
    this.#tx = tx;
    this.#table = table;
    this.#stored = stored;
  }

  /** `table` comes from code; its primary key is `id`, a uuid. */
  static async read<Row extends { readonly id: string }>(
    tx: Tx,
    table: string,
    ids: readonly string[],
  ): Promise<RowBatch<Row>> {
    const rows = await tx.query<Row>(`SELECT * FROM ${table} WHERE id = ANY($1::uuid[])`, [[...new Set(ids)]]);
    return new RowBatch(tx, table, new Map(rows.map((row) => [row.id, row])));
  }

  get(id: string): Row | undefined {
    return this.#changed.get(id) ?? this.#stored.get(id);
  }

  set(row: Row | undefined): void {
    if (row !== undefined && row !== this.get(row.id)) this.#changed.set(row.id, row);
  }

  async write(): Promise<string[]> {
    const rows = [...this.#changed.values()];
    const [first] = rows;
    if (first === undefined) return [];
    const columns = Object.keys(first)
      .filter((column) => column !== 'id')
      .toSorted();
    const text = `INSERT INTO ${this.#table} SELECT * FROM json_populate_recordset(NULL::${this.#table}, $1::json)
       ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
    await this.#tx.query({ name: `write ${this.#table} ${digestOf(text)}`, text }, [toJson(rows)]);
    return [...this.#changed.keys()];
  }
}

/** Tells apart statements for rows of other columns: on one connection, a name belongs to one text. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
