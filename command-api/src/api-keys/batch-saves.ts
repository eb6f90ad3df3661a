import { createHash } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';

interface Order {
  readonly pictures: readonly string[];
  readonly settings: string;
}

type Errors = Readonly<Record<string, { readonly errorCode: string; readonly message: string }>>;

interface FirstOrder {
  readonly pictures: readonly string[];
  /** By picture, once it was answered. */
  readonly errors: Errors;
}

/**
 * Finds what the first request with this key saved.
 * @param meaning sender, address and Idempotency-Key; undefined without such a key
 * @throws CatalogueError idempotency_key_reused
 */
export async function orderBefore(
  database: Database,
  meaning: readonly string[] | undefined,
  { pictures, settings }: Order,
): Promise<FirstOrder> {
  if (meaning === undefined) return { pictures, errors: {} };
  const [first] = await database.query<Order & { readonly errors: Errors | null }>(
    `INSERT INTO api_keys.batch_save AS b (id, settings, pictures) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET began_at = b.began_at RETURNING settings, pictures, errors`,
    [idOf(meaning), settings, pictures],
  );
  if (first === undefined) throw new Error('A batch of saves was not kept');
  if (first.settings !== settings) throw new CatalogueError('idempotency_key_reused');
  return { pictures: first.pictures, errors: first.errors ?? {} };
}

export async function keepErrors(
  database: Database,
  meaning: readonly string[] | undefined,
  errors: Errors,
): Promise<void> {
  if (meaning === undefined) return;
  await database.query("UPDATE api_keys.batch_save SET errors = coalesce(errors, '{}') || $2 WHERE id = $1", [
    idOf(meaning),
    JSON.stringify(errors),
  ]);
}

const idOf = (meaning: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(meaning)).digest();
