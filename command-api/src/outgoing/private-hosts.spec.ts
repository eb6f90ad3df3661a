import { privateHosts } from '@clearcut/platform/config/private-hosts';
import { expect, test } from 'vitest';
import { publicInternet } from './address-policy.ts';
import { withPrivateHosts } from './private-hosts.ts';

const LISTED = 'minio.internal:9000, n8n, 192.168.1.0/24:8000, [fd00::/8], 10.1.2.3';
const policy = withPrivateHosts(publicInternet, privateHosts.parse(LISTED));

function allows(hostname: string, address: string, port: number, by = policy): boolean {
  return by.allowsPort(port, hostname) && by.allowsAddress(address, { hostname, port });
}

test.for([
  ['minio.internal', '172.18.0.3', 9000],
  ['n8n', '172.18.0.4', 5678],
  ['n8n', '172.18.0.4', 80],
  ['nas.home', '192.168.1.20', 8000],
  ['192.168.1.20', '192.168.1.20', 8000],
  ['::ffff:192.168.1.20', '::ffff:192.168.1.20', 8000],
  ['fd00::1', 'fd00::1', 1234],
  ['10.1.2.3', '10.1.2.3', 22],
  ['example.com', '93.184.215.14', 443],
] as const)('%s at %s, port %d, is reached', ([hostname, address, port]) => {
  expect(allows(hostname, address, port)).toBe(true);
});

test.for([
  ['minio.internal', '172.18.0.3', 9001],
  ['minio.internal.evil.example', '172.18.0.3', 9000],
  ['evil.example', '172.18.0.3', 9000],
  ['nas.home', '192.168.1.20', 80],
  ['nas.home', '192.168.2.20', 8000],
  ['evil.example', '127.0.0.1', 5678],
  ['169.254.169.254', '169.254.169.254', 80],
  ['10.1.2.4', '10.1.2.4', 22],
  ['example.com', '93.184.215.14', 5678],
  ['example.com', '93.184.215.14', 9000],
] as const)('%s at %s, port %d, is not reached', ([hostname, address, port]) => {
  expect(allows(hostname, address, port)).toBe(false);
});

test('without a list no internal host is reached', () => {
  for (const [hostname, address, port] of [
    ['n8n', '172.18.0.4', 80],
    ['10.1.2.3', '10.1.2.3', 443],
  ] as const) {
    expect(allows(hostname, address, port, withPrivateHosts(publicInternet, []))).toBe(false);
  }
});

test.for([
  '',
  'a b',
  'host:0',
  'host:65536',
  '10.0.0.0/33',
  '10.0.0',
  'fd00::1',
  '[10.0.0.1]',
  'http://a',
  'a/b',
  'host:',
  '*',
  'a,,b',
  '1.2.3.4.5',
  'x.9',
])('"%s" is not a list', (text) => {
  expect(privateHosts.safeParse(text).success).toBe(false);
});
