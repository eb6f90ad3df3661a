import { expect, test } from 'vitest';
import { hdFileOf, type HdFileSource } from './hd-file.ts';
import type { SaveState } from './save-store.ts';

const moment = (minute: number): string => new Date(minute * 60_000).toISOString();
const view = (minute: number, save: { saveId: string; isCurrent: boolean } | null) =>
  ({ id: 'p', updatedAt: moment(minute), save }) as HdFileSource;
const answered = (saveId: string, minute: number) =>
  ({ stage: 'saved', answer: { receipt: { saveId, savedAt: moment(minute) } }, charged: 1 }) as SaveState;
const idle: SaveState = { stage: 'idle' };

test.each([
  ['never saved', view(1, null), idle, undefined],
  ['just saved, and the view is from before', view(1, null), answered('b', 2), { saveId: 'b', isCurrent: true }],
  [
    'saved again, and the view knows the earlier one',
    view(1, { saveId: 'a', isCurrent: false }),
    answered('b', 2),
    { saveId: 'b', isCurrent: true },
  ],
  [
    'changed since: the view knows the save and the change',
    view(3, { saveId: 'b', isCurrent: false }),
    answered('b', 2),
    { saveId: 'b', isCurrent: false },
  ],
  [
    'an undone state was saved again, then edited further',
    view(4, { saveId: 'b', isCurrent: false }),
    answered('a', 1),
    { saveId: 'b', isCurrent: false },
  ],
  [
    'another member saved since',
    view(3, { saveId: 'c', isCurrent: true }),
    answered('b', 2),
    { saveId: 'c', isCurrent: true },
  ],
  ['saved in an earlier visit', view(2, { saveId: 'a', isCurrent: true }), idle, { saveId: 'a', isCurrent: true }],
])('%s', (_what, source, state, file) => {
  const { saveId, isCurrent } = hdFileOf(source, state) ?? {};
  expect(saveId === undefined ? undefined : { saveId, isCurrent }).toEqual(file);
});
