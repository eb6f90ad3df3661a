import { expect, test } from 'vitest';
import { isForwarded, isWithin } from './networks.ts';

test.for<[address: string, networks: string[], isIn: boolean]>([
  ['127.0.0.1', ['127.0.0.0/8', '::1'], true],
  ['::ffff:127.0.0.1', ['127.0.0.0/8'], true],
  ['::1', ['127.0.0.0/8', '::1'], true],
  ['10.1.2.3', ['127.0.0.0/8', '::1'], false],
  ['10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.4', ['10.1.2.3'], false],
  ['fd00::7', ['fd00::/8'], true],
  ['fe80::7', ['fd00::/8'], false],
  ['', ['0.0.0.0/0'], false],
])('%s of %j: %j', ([address, networks, isIn]) => {
  expect(isWithin(address, networks)).toBe(isIn);
});

test('a request that a proxy has handed on tells by its headers or its version', () => {
  expect(isForwarded({ headers: {}, httpVersion: '1.1' })).toBe(false);
  expect(isForwarded({ headers: {}, httpVersion: '1.0' })).toBe(true);
  expect(isForwarded({ headers: { 'x-forwarded-for': '10.0.0.1' }, httpVersion: '1.1' })).toBe(true);
});
