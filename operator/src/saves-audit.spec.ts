import { metadataOf, minuteOf, uuidOf } from '@clearcut/projections/testing/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { RENDERER } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { SavesAudit } from './saves-audit.ts';

const teamId = uuidOf('team');
const transactionId = uuidOf('picture');
const saveId = uuidOf('save');
const pictureState = 'a'.repeat(64);
const credits = 1;

const spent: ClearcutEvent = {
  type: 'CreditsSpent',
  data: { teamId, balance: 1, expiring: 0, credits, transactionId, saveId, ofExpiring: 0, pictureState },
};
const refunded: ClearcutEvent = {
  type: 'CreditsRefunded',
  data: { teamId, balance: 2, expiring: 0, credits, transactionId, saveId, ofExpiring: 0, reason: 'save-failed' },
};
const started: ClearcutEvent = {
  type: 'HdSaveStarted',
  data: {
    transactionId,
    saveId,
    opId: uuidOf('op'),
    pictureState,
    teamId,
    userId: uuidOf('user'),
    credits,
    isBulk: false,
  },
};
const file = {
  opId: uuidOf('file'),
  blob: 'transaction/x/hd.png',
  sha256: 'b'.repeat(64),
  bytes: 9,
  mediaType: 'image/png' as const,
  width: 2,
  height: 1,
};
const completed: ClearcutEvent = {
  type: 'HdSaveCompleted',
  data: { transactionId, saveId, file, renderer: RENDERER },
};
const failed: ClearcutEvent = {
  type: 'HdSaveFailed',
  data: { transactionId, saveId, reason: 'picture_removed' },
};

/** One event a minute; saves open longer than `patience` minutes are late. */
function audit(events: readonly ClearcutEvent[], patience = 0): ReturnType<SavesAudit['end']> {
  const saves = new SavesAudit();
  for (const [index, event] of events.entries()) {
    const at = index + 1;
    saves.add({
      id: uuidOf('event', at),
      event,
      metadata: metadataOf(at),
      stream: 'stream-of-no-interest',
      version: at,
      position: String(at),
      recordedAt: minuteOf(at),
    });
  }
  return saves.end(minuteOf(events.length + 1 - patience));
}

const free: ClearcutEvent = { ...started, data: { ...started.data, credits: 0 } };

test.for([
  ['paid and saved', [spent, started, completed], { completed: 1, underWay: 0 }],
  ['paid for no picture and given back', [spent, refunded], { completed: 0, underWay: 0 }],
  ['paid, failed and given back', [spent, started, failed, refunded], { completed: 0, underWay: 0 }],
  ['free and saved', [free, completed], { completed: 1, underWay: 0 }],
  ['free and failed', [free, failed], { completed: 0, underWay: 0 }],
] as const)('%s is settled', ([, events, counts]) => {
  expect(audit(events)).toEqual({ ...counts, differences: [] });
});

test.for([
  [[spent], 'it was charged and not started'],
  [[spent, started], 'it was charged, and there is no file'],
  [[spent, started, failed], 'it failed, and its credit was not given back'],
  [[spent, started, refunded], 'its credit was given back, and it has not failed'],
] as const)('an unfinished save is under way at first, then wrong: %#', ([events, problem]) => {
  expect(audit(events, 5)).toEqual({ completed: 0, underWay: 1, differences: [] });
  expect(audit(events)).toMatchObject({
    underWay: 0,
    differences: [{ teamId, problem: `save ${saveId} of picture ${transactionId}: ${problem}` }],
  });
});

test.for([
  [[started], 'it was not charged'],
  [[free, completed, completed], 'it was completed 2 times'],
  [[spent, free], 'what was charged is not what was started'],
  [[completed], 'it was not charged'],
  [[spent, completed], 'its file was made, and it was never started'],
  [[spent, started, completed, completed], 'it was charged once and completed 2 times'],
  [[spent, started, completed, refunded], 'its file was made, and its credit given back'],
  [[{ ...spent, data: { ...spent.data, credits: 2 } }, started], 'what was charged is not what was started'],
] as const)('a contradictory history is wrong at once: %#', ([events, problem]) => {
  expect(audit(events, 60).differences.map((difference) => difference.problem.split(': ')[1])).toEqual([problem]);
});
