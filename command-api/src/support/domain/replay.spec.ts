import { expect, test } from 'vitest';
import { replayAggregate, requestReplay } from './replay.ts';

const request = {
  replayId: '8f0c7c9e-4c0e-4b8b-9a53-6a3f1f3a7d10',
  transactionId: '0b0f6f6e-0a4d-4a55-8f9d-0f1f1e6d2b11',
  staffId: '6a1d2c3b-7e8f-4a5b-9c0d-1e2f3a4b5c6d',
  throughVersion: 4,
  mode: 'stepwise',
  versions: 'then',
  reason: 'Ticket 7',
} as const;
const begun = replayAggregate.evolve(null, { type: 'ReplayRequested', data: request });

test('a repeated request adds nothing', () => {
  expect(requestReplay(request)(begun, new Date())).toEqual([]);
  expect(requestReplay({ ...request, reason: 'Ticket 8' })(begun, new Date())).toEqual([]);
});

test.for([{ throughVersion: 3 }, { mode: 'chained' as const }, { versions: 'now' as const }])(
  'regression: a request with %o under the id of another is refused, not dropped',
  (other) => {
    const refused = expect.objectContaining({ code: 'idempotency_key_reused' }) as Error;
    expect(() => requestReplay({ ...request, ...other })(begun, new Date())).toThrow(refused);
  },
);
