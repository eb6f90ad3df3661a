import { createTestDatabase } from './postgres.ts';
import { startProduct } from './product.ts';

/** What a test file needs to know of a product that others use as well. */
export interface SharedProduct {
  readonly url: string;
  readonly dataDir: string;
}

/**
 * Global set-up of vitest: one product for all browser tests of a run, since a start takes longer than many of them. They share no
 * address and no client id. A product that PRODUCT_URL names is used as it is.
 */
export default async function startShared(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PRODUCT_URL'] !== undefined) return undefined;
  const database = await createTestDatabase();
  const product = await startProduct({ env: { DATABASE_URL: database.url } });
  const { url, dataDir } = product;
  process.env['SHARED_PRODUCT'] = JSON.stringify({ url, dataDir } satisfies SharedProduct);
  return async () => {
    await product.stop();
    await database.drop();
  };
}

/** The product that the global set-up started; undefined where it started none. */
export function sharedProduct(): SharedProduct | undefined {
  const text = process.env['SHARED_PRODUCT'];
  return text === undefined ? undefined : (JSON.parse(text) as SharedProduct);
}
