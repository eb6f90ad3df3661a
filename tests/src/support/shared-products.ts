import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createTestDatabase } from './postgres.ts';
import { startProduct } from './product.ts';

/** A product shared with other test files. */
export interface SharedProduct {
  readonly url: string;
  readonly mailboxKey: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedProducts?: readonly SharedProduct[];
  }
}

/**
 * Vitest's global set-up: default products shared by a suite's files, since a start takes longer than many of them.
 * Browser tests share one, with different addresses and client ids. The others also read log, tables and folders: there
 * are as many products as parallel files, so each file has one to itself, with earlier files' data in it. Uses the
 * product of PRODUCT_URL unchanged.
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
  const { url, mailboxKey, dataDir, databaseUrl } = product;
  return {
    shared: { url, mailboxKey, dataDir, databaseUrl },
    async stop() {
      await product.stop();
      await database.drop();
    },
  };
}

/** The product of this file's worker; undefined without a global set-up. */
export function sharedProduct(): SharedProduct | undefined {
  const products = inject('sharedProducts') ?? [];
  return products[(Number(process.env['VITEST_POOL_ID']) - 1) % products.length];
}
