import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createTestDatabase } from './postgres.ts';
import { startProduct } from './product.ts';

/** What a test file needs to know of a product that others use as well. */
export interface SharedProduct {
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedProducts?: readonly SharedProduct[];
  }
}

/**
 * Global set-up of vitest: products without settings for the files of a suite, since a start takes longer than many of them. Browser tests
 * share one: they have no address and no client id in common. The others look into the log, the tables and the folders too: as many
 * products as files run at once, so each file has one to itself, with what the files before it left there. A product that PRODUCT_URL
 * names is used as it is.
 */
export default async function startShared(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PRODUCT_URL'] !== undefined) return undefined;
  const count = project.name === 'browser' ? 1 : project.config.maxWorkers;
  const started = await Promise.all(Array.from({ length: count }, startOne));
  project.provide(
    'sharedProducts',
    started.map(({ shared }) => shared),
  );
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
}

async function startOne(): Promise<{ shared: SharedProduct; stop: () => Promise<void> }> {
  const database = await createTestDatabase();
  const product = await startProduct({ env: { DATABASE_URL: database.url } });
  const { url, dataDir, databaseUrl } = product;
  return {
    shared: { url, dataDir, databaseUrl },
    async stop() {
      await product.stop();
      await database.drop();
    },
  };
}

/** The product of the place that this file runs at; undefined where the global set-up started none. */
export function sharedProduct(): SharedProduct | undefined {
  const products = inject('sharedProducts') ?? [];
  return products[(Number(process.env['VITEST_POOL_ID']) - 1) % products.length];
}
