import { expect, test } from 'vitest';
import { hdFileOf, type HdFileSource } from './hd-file.ts';
import type { SaveState } from './save-store.ts';

const view = (save: { saveId: string; isCurrent: boolean } | null) => ({ id: 'p', save }) as HdFileSource;
const answered = (saveId: string) => ({ stage: 'saved', answer: { receipt: { saveId } }, charged: 1 }) as SaveState;
const idle: SaveState = { stage: 'idle' };

test.each([
  ['never saved', view(null), idle, undefined],
  ['just saved, the view is from before', view(null), answered('b'), { saveId: 'b', isCurrent: true }],
  [
    'saved again, the view knows the one before',
    view({ saveId: 'a', isCurrent: false }),
    answered('b'),
    { saveId: 'b', isCurrent: true },
  ],
  [
    'changed since: the view knows of the save and of the change',
    view({ saveId: 'b', isCurrent: false }),
    answered('b'),
    { saveId: 'b', isCurrent: false },
  ],
  ['saved in an earlier visit', view({ saveId: 'a', isCurrent: true }), idle, { saveId: 'a', isCurrent: true }],
])('%s', (_what, source, state, file) => {
  expect(hdFileOf(source, state)).toEqual(file);
});
