import type { PictureEvent } from '@clearcut/schemas/support/http';
import { expect, test } from 'vitest';
import { filesOf, groupsOf, jobsOf, sinceLast } from './timeline.ts';

const user = { kind: 'user', id: 'a1f6c0de-0000-4000-8000-000000000001' } as const;
const worker = { kind: 'system', id: 'inference-worker' } as const;

const event = (second: number, more: Partial<PictureEvent> & Pick<PictureEvent, 'id' | 'type'>): PictureEvent => ({
  stream: 'transaction',
  version: second,
  at: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString(),
  actor: user,
  correlationId: 'upload',
  causationId: 'upload',
  work: null,
  data: {},
  ...more,
});

const uploaded = event(1, { id: 'a', type: 'ImageUploaded' });
const edited = event(2, { id: 'b', type: 'MaskEdited', correlationId: 'edit', causationId: 'edit' });
const removed = event(4, { id: 'c', type: 'BackgroundRemoved', causationId: 'a', actor: worker });
const rendered = event(5, {
  id: 'd',
  type: 'EditRendered',
  correlationId: 'edit',
  causationId: 'b',
  actor: worker,
  data: { opId: 'x', edited: { blob: 'y', sha256: 'ff', bytes: 9, width: 4, height: 3, mediaType: 'image/png' } },
});
const all = [uploaded, edited, removed, rendered];

test('events of one request stay together, even with another request between them', () => {
  expect(groupsOf(all).map(({ correlationId, events }) => [correlationId, events.map(({ id }) => id)])).toEqual([
    ['upload', ['a', 'c']],
    ['edit', ['b', 'd']],
  ]);
});

test("a job lasts from its request to its result; a user's edit is no job", () => {
  expect(jobsOf(all).map(({ request, answer, from, to }) => [request.type, answer.type, to - from])).toEqual([
    ['ImageUploaded', 'BackgroundRemoved', 3_000],
    ['MaskEdited', 'EditRendered', 3_000],
  ]);
});

test('a job says how long it waited and ran, if its result does', () => {
  const environment = { build: '1', node: '24', onnxruntime: '1', libvips: '8', arch: 'x64', cpu: 'a' };
  const worked = { ...removed, work: { attempt: 2, queuedMs: 1_200, ms: 1_700, environment } };
  expect(jobsOf([uploaded, worked])).toMatchObject([{ queuedMs: 1_200, workedMs: 1_700, attempt: 2 }]);
  expect(jobsOf([uploaded, removed])).toMatchObject([{ queuedMs: null, workedMs: null, attempt: null }]);
});

test('each event says how long after the previous one it came', () => {
  expect(all.map((_, index) => sinceLast(all, index))).toEqual([null, 1_000, 2_000, 1_000]);
});

test('the files of an event are those with a digest and a size', () => {
  expect(filesOf(all)).toEqual([{ name: 'edited', eventId: 'd', sha256: 'ff', bytes: 9, width: 4, height: 3 }]);
});
