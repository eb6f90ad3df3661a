import { expect, test } from 'vitest';
import { networkOf } from './rate-limit.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::'],
  ['::1', '::'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
