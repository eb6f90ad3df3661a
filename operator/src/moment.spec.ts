import { UsageError } from '@clearcut/platform/cli/command';
import { expect, test } from 'vitest';
import { momentOf } from './moment.ts';

test.for([
  ['2026-11-24T09:30:00Z', '2026-11-24T09:30:00.000Z'],
  ['2026-11-24T09:30:00.25Z', '2026-11-24T09:30:00.250Z'],
  ['2026-11-24T11:30:00+02:00', '2026-11-24T09:30:00.000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
] as const)('%s is a moment', ([text, moment]) => {
  expect(momentOf(text).toISOString()).toBe(moment);
});

test.for(['noon', '', '2026-11-24', '2026-11-24T09:30:00', '24 Nov 2026 09:30 Z'])('refuses "%s"', (text) => {
  expect(() => momentOf(text)).toThrow(UsageError);
});

test.for(['2026-02-30T09:30:00Z', '2026-11-31T09:30:00Z', '2027-02-29T09:30:00Z', '1 Z'])(
  'regression: a restore to %s, which is no day, restored another one',
  (text) => {
    expect(() => momentOf(text)).toThrow(UsageError);
  },
);
