import { expect, test } from 'vitest';
import { isEditable } from './shown-picture.ts';

test.each([
  ['PENDING', false],
  ['UPLOADED', true],
  ['UPLOAD_ERROR', false],
] as const)('regression: whether the editor opens a picture that is %s: %s', (status, opens) => {
  expect(isEditable({ status, pipeline: { original: { id: 'o' } } })).toBe(opens);
});
