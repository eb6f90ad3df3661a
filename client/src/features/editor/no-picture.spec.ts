import { expect, test } from 'vitest';
import { Failure } from '../../lib/errors/failure.ts';
import type { Entry, GalleryState } from './picture/gallery.ts';
import { whyNoPicture } from './no-picture.ts';

const noSubject = new Failure('subject_not_found');
const noNetwork = new Failure('network');
const broken: Entry = { id: 'broken', name: 'a.jpg', life: { stage: 'failed', failure: noSubject } };
const other: Entry = { ...broken, id: 'other', life: { stage: 'failed', failure: noNetwork } };
const underWay: Entry = { id: 'under way', name: 'b.jpg', life: { stage: 'waiting', id: 'under way' } };
const state = (change: Partial<GalleryState>): GalleryState => ({
  stage: 'ready',
  entries: [],
  selectedId: undefined,
  wantedId: undefined,
  picture: undefined,
  failure: undefined,
  failed: undefined,
  isOffline: false,
  ...change,
});

test.each([
  ['nothing is there', {}, { text: 'empty', failure: undefined }],
  ['the list is loading', { stage: 'loading' }, { text: 'loading', failure: undefined }],
  ['the list failed to load', { stage: 'failed', failure: noNetwork }, { text: 'failed', failure: noNetwork }],
  [
    'the picture is being processed',
    { entries: [broken, underWay], selectedId: underWay.id },
    { text: 'working', failure: undefined },
  ],
  ['it failed', { entries: [other, broken], selectedId: broken.id }, { text: 'broken', failure: noSubject }],
  ['all failed', { entries: [other, broken] }, { text: 'empty', failure: noNetwork }],
] as const)('where %s', (_what, change, expected) => {
  expect(whyNoPicture(state(change))).toEqual(expected);
});
