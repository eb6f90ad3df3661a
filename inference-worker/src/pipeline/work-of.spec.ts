import { expect, test } from 'vitest';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { ALONE } from '../compute/worker-slots.ts';
import { workOfJob, workOfReplay } from './work-of.ts';

const id = '0b7f3c52-8f0e-4b7e-9f43-0d5c9ad0a1b2';
const original = {
  blob: `transaction/${id}/original`,
  sha256: 'a'.repeat(64),
  bytes: 1,
  mediaType: 'image/jpeg',
  width: 1600,
  height: 1200,
  opId: id,
};
const job = { kind: 'remove-background', jobId: id, transactionId: id, correlationId: 'test', original, subject: AUTO };
const replay = { replayId: id, transactionId: id, correlationId: 'test', versions: 'then', models: [], isLast: true };

test('a job takes as much room as its picture', () => {
  expect(workOfJob(job)).toEqual({ picture: id, pixels: 1600 * 1200 });
});

test('a job that may load another model runs alone', () => {
  expect(workOfJob({ ...job, model: 'u2netp' })).toEqual({ picture: id, pixels: ALONE });
  expect(workOfReplay({ ...replay, step: null })).toEqual({ picture: id, pixels: ALONE });
});

test('an invalid message takes no room', () => {
  for (const body of [null, 'job', { ...job, kind: 'unknown' }]) {
    expect(workOfJob(body)).toEqual({ picture: '', pixels: 0 });
    expect(workOfReplay(body)).toEqual({ picture: '', pixels: 0 });
  }
});
