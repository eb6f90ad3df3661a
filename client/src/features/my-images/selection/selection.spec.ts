import { expect, test } from 'vitest';
import { NOTHING, pressed, withAll } from './selection.ts';

const page = ['a', 'b', 'c', 'd', 'e'];
const of = (...ids: string[]) => new Set(ids);

test('a press selects, another one deselects', () => {
  expect(pressed(NOTHING, page, 'b')).toEqual(of('b'));
  expect(pressed(of('a', 'b'), page, 'b')).toEqual(of('a'));
});

test.each([
  ['b', 'd'],
  ['d', 'b'],
])('shift from %s to %s selects everything between', (from, id) => {
  expect(pressed(of(from), page, id, from)).toEqual(of('b', 'c', 'd'));
});

test('shift-click on a selected picture deselects the range and keeps the rest', () => {
  expect(pressed(of('a', 'b', 'c', 'd'), page, 'b', 'c')).toEqual(of('a', 'd'));
});

test('a last press on a page that is gone selects no range', () => {
  expect(pressed(of('z'), page, 'c', 'z')).toEqual(of('z', 'c'));
});

test('selecting or deselecting a page keeps the selection on other pages', () => {
  const all = withAll(of('z'), page, true);
  expect(all).toEqual(of('z', ...page));
  expect(withAll(all, page, false)).toEqual(of('z'));
});
