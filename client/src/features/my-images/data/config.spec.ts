import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

test('keeps an earlier choice', () => {
  expect(parseConfig('{"view":"list","pageSize":50}')).toEqual({ view: 'list', pageSize: 50 });
});

test.each([undefined, '', 'list', 'null', '[]', '{"view":"wall","pageSize":7}'])('%j is the default', (text) => {
  expect(parseConfig(text)).toEqual({ view: 'grid', pageSize: 10 });
});
