/** The operator's audits: credits held to payments, payments to the provider, and what is shown to the log. */
import type { OperatorContext } from '@clearcut/operator/command';
import { verifyBilling } from '@clearcut/operator/commands/billing/verify-billing';
import { verifyLedger } from '@clearcut/operator/commands/verify-ledger';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { expect } from 'vitest';
import type { Installation } from './installation.ts';

type Stores = Pick<Installation, 'database' | 'eventStore' | 'messageBus' | 'blobStore'>;

/** Context of the operator's commands that run here. */
export const operatorOf = ({ database, eventStore, messageBus, blobStore }: Stores): OperatorContext => ({
  database,
  eventStore,
  messageBus,
  blobStore,
  log: createLogger('test', { logLevel: 'silent' }),
  signal: new AbortController().signal,
});

/** Differences between pools, read model and saves, unfinished saves included. */
export async function differencesIn(product: Installation): Promise<string | undefined> {
  const { isBad = false, text } = await verifyLedger.run([], operatorOf(product), { patience: '0' });
  return isBad ? text : undefined;
}

async function findingsIn(product: Installation): Promise<string[]> {
  const { isBad = false, text } = await verifyBilling.run([], operatorOf(product), {});
  return [...(isBad ? text.split('\n') : []), ...((await differencesIn(product)) ?? '').split('\n').filter(Boolean)];
}

/**
 * Both audits find nothing, once credits and read model have followed the log.
 * @param teamIds only findings about them, where other files' teams are in the same product
 */
export async function clean(product: Installation, teamIds?: readonly string[]): Promise<void> {
  const found = async () =>
    (await findingsIn(product)).filter((line) => teamIds?.some((id) => line.includes(id)) ?? true);
  await expect.poll(found, { timeout: 100_000, interval: 200 }).toEqual([]);
}
