import { createLogger } from '@clearcut/platform/telemetry/logger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startRetentionPolicy } from './expire.ts';

const many = (name: string) => Array.from({ length: 40 }, (_, n) => `${name}-${n}`);

/**
 * Forty pictures are due; of forty others only name and blobs are left. `refuse` is called before each expiry or
 * removal.
 */
function start(refuse: (id: string) => void) {
  const ended: string[] = [];
  const tried: string[] = [];
  const refuseOrNote = (id: string) => {
    tried.push(id);
    refuse(id);
    ended.push(id);
  };
  let names = many('left');
  const database = {
    async query(sql: string, [first, limit]: [string | string[], number]) {
      // The read model lags and still lists expired ones.
      if (sql.includes('FROM read_transaction'))
        return many('due')
          .slice(0, limit)
          .map((id) => ({ id }));
      if (sql.startsWith('SELECT transaction_id')) return names.slice(0, limit).map((id) => ({ transaction_id: id }));
      names = names.filter((id) => !first.includes(id));
      return [];
    },
  };
  const policy = startRetentionPolicy({
    database,
    blobStore: {
      deletePrefix: async (prefix: string) =>
        prefix.startsWith('transaction/') ? refuseOrNote(prefix.split('/')[1] ?? '') : undefined,
    },
    isHeld: async () => false,
    handler: { handle: async (id: string) => refuseOrNote(id) },
    log: createLogger('test', { logLevel: 'silent' }),
  } as never);
  onTestFinished(() => policy.stop());
  return { ended, tried, names: () => names };
}

test('a picture that cannot be expired or removed does not block others', async () => {
  const { ended, tried, names } = start((id) => {
    if (id === 'due-3' || id === 'left-20') throw new Error('an event of it cannot be read');
  });
  await vi.waitFor(() => expect(names()).toEqual(['left-20']));
  expect([...ended, 'due-3', 'left-20'].toSorted()).toEqual([...many('due'), ...many('left')].toSorted());
  expect(tried.filter((id) => id === 'left-20')).toHaveLength(1);
});

test('expiry skips the rest of an unreachable store, and continues with other stores', async () => {
  const { ended, tried, names } = start((id) => {
    if (id.startsWith('due')) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  });
  await vi.waitFor(() => expect(names()).toEqual([]));
  expect(ended.toSorted()).toEqual(many('left').toSorted());
  expect(tried.filter((id) => id.startsWith('due'))).toEqual(['due-0']);
});
