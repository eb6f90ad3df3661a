import type { Database } from '@clearcut/platform/database/database';
import type { UserOwner } from '@clearcut/schemas/transaction/events';
import { expect, test } from 'vitest';
import type { Secret } from '../../kernel/secret.ts';
import { uuidOf } from '../testing/histories.ts';
import { createQuotas } from './quotas.ts';

const owner: UserOwner = {
  kind: 'user',
  userId: uuidOf('user'),
  teamId: uuidOf('team'),
  sessionId: uuidOf('session'),
};
const secret: Secret = { digest: () => Buffer.from('digest') };
const all = (most: number) => ({ owner: most, address: most, team: most });
const limits = { storedBytes: all(1_000), waitingPictures: all(3), openStreams: all(1) };

/** The read model, which does not know running uploads. */
function quotasOver(usage: { bytes: string; waiting: number; oldest: Date | null }) {
  const database = { query: () => Promise.resolve([usage]) } as unknown as Database;
  return createQuotas({ database, secret, limits });
}

const refusal = (code: string) => expect.objectContaining({ code });

test('a storage refusal says when the oldest picture expires', async () => {
  const quotas = quotasOver({ bytes: '900', waiting: 0, oldest: new Date(Date.now() - 23 * 60 * 60 * 1000) });
  const refused = await quotas.refuse(owner, '::1', { bytes: 200, pictures: 1 }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'storage_quota_reached', status: 429 });
  const { retryAfterSeconds } = refused as { retryAfterSeconds: number };
  expect(Math.abs(retryAfterSeconds - 3_600)).toBeLessThan(60);
  await quotas.refuse(owner, '::1', { bytes: 100, pictures: 1 });
});

test('a deletion makes room at once, whatever was admitted before', async () => {
  const usage = { bytes: '0', waiting: 0, oldest: null };
  const quotas = quotasOver(usage);
  for (let n = 0; n < 3; n++) await quotas.refuse(owner, '::1', { bytes: 900, pictures: 0 });
  usage.bytes = '900';
  await expect(quotas.refuse(owner, '::1', { bytes: 900, pictures: 0 })).rejects.toThrow(
    refusal('storage_quota_reached'),
  );
  usage.bytes = '0';
  await quotas.refuse(owner, '::1', { bytes: 900, pictures: 0 });
});

test('pictures that wait are limited, and edits do not count', async () => {
  const quotas = quotasOver({ bytes: '0', waiting: 3, oldest: null });
  await expect(quotas.refuse(owner, '::1', { bytes: 1, pictures: 1 })).rejects.toThrow(refusal('queue_quota_reached'));
  await quotas.refuse(owner, '::1', { bytes: 1, pictures: 0 });
  expect(await quotas.reached(owner, '::1')).toMatchObject([
    { limit: 'queue', scope: 'owner', most: 3, freesAt: null },
    { limit: 'queue', scope: 'team', most: 3, freesAt: null },
  ]);
});
