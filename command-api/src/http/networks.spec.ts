import { expect, test } from 'vitest';
import { isForwarded, isWithin, networkOf } from './networks.ts';

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

test('a proxied request is recognised by its headers or its version', () => {
  expect(isForwarded({ headers: {}, httpVersion: '1.1' })).toBe(false);
  expect(isForwarded({ headers: {}, httpVersion: '1.0' })).toBe(true);
});

test.for([
  'x-forwarded-for',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fastly-client-ip',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'x-original-url',
  'cdn-loop',
])('%s is a proxy’s', (name) => {
  expect(isForwarded({ headers: { [name]: '10.0.0.1' }, httpVersion: '1.1' })).toBe(true);
});

test.for(['client-id', 'x-api-key', 'x-requested-with', 'sec-fetch-site', 'content-type'])(
  '%s belongs to no proxy',
  (name) => {
    expect(isForwarded({ headers: { [name]: 'a' }, httpVersion: '1.1' })).toBe(false);
  },
);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::'],
  ['::1', '::'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
