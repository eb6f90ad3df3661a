import { expect, test } from 'vitest';
import { Failure } from '../../lib/errors/failure.ts';
import type { Entry, GalleryState } from './picture/gallery.ts';
import { whyNoPicture } from './no-picture.ts';

const broken: Entry = { id: 'broken', name: 'a.jpg', stage: 'failed', failure: new Failure('subject_not_found') };
const other: Entry = { ...broken, id: 'other', failure: new Failure('network') };
const underWay: Entry = { id: 'under way', name: 'b.jpg', stage: 'processing' };
const state = (change: Partial<GalleryState>): GalleryState => ({
  stage: 'ready',
  entries: [],
  selectedId: undefined,
  wantedId: undefined,
  picture: undefined,
  failure: undefined,
  failed: undefined,
  ...change,
});

test.each([
  ['nothing is there', {}, { text: 'empty', failure: undefined }],
  ['the list is loading', { stage: 'loading' }, { text: 'loading', failure: undefined }],
  ['the list failed to load', { stage: 'failed', failure: other.failure }, { text: 'failed', failure: other.failure }],
  [
    'the picture is being processed',
    { entries: [broken, underWay], selectedId: underWay.id },
    { text: 'working', failure: undefined },
  ],
  ['it failed', { entries: [other, broken], selectedId: broken.id }, { text: 'broken', failure: broken.failure }],
  ['all failed', { entries: [other, broken] }, { text: 'empty', failure: other.failure }],
] as const)('where %s', (_what, change, expected) => {
  expect(whyNoPicture(state(change))).toEqual(expected);
});
