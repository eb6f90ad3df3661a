import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { expect, test, vi } from 'vitest';
import { startServer } from '../testing/server.ts';
import { refuseOtherHosts } from './known-host.ts';
import { route } from '../contract.ts';
import type { Contract } from '@clearcut/schemas/contracts/contract';

const answer = { 200: { description: 'It is.' } };
const contractOf = (path: `/${string}`) =>
  ({
    method: 'GET',
    path,
    summary: 'A test.',
    credentials: [],
    access: { who: 'anyone' },
    answers: answer,
    errors: [],
  }) as const satisfies Contract;

const statusFor = (port: number, path: string, host: string, headers = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('regression: a request with two hosts is refused, whichever of them a proxy has read', async () => {
  const socket = connect(await startServer({ routes: [] }), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: here\r\nHost: there\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*validation_failed/s);
});

test('the API answers only under its own names and reserved ones', async () => {
  const port = await startServer({
    origins: ['https://clearcut.example.com', 'https://pay.clearcut.example.com'],
    routes: [route(contractOf('/api/thing'), async () => ({})), route(contractOf('/healthz'), async () => ({}))],
  });
  for (const host of [
    'clearcut.example.com',
    'PAY.clearcut.example.com:443',
    `localhost:${port}`,
    'clearcut.localhost',
    '127.0.0.1',
    '[::1]:3000',
    '192.168.1.7:3000',
    'api',
    'nas.local',
    'api.svc.cluster.local:3000',
  ]) {
    expect(await statusFor(port, '/api/thing', host), host).toBe(200);
  }
  for (const host of [
    'evil.example:3330',
    'clearcut.example.com.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@localhost',
    'example.com',
    'local.',
    'evil.local.example',
  ]) {
    expect(await statusFor(port, '/api/thing', host), host).not.toBe(200);
  }
  // Probes of load balancers.
  expect(await statusFor(port, '/healthz', 'evil.example')).toBe(200);
});

test("a rebound page does not pass as a trusted proxy's request", async () => {
  const port = await startServer({
    origins: ['https://clearcut.example.com'],
    trustedProxies: ['127.0.0.1'],
    routes: [route(contractOf('/api/thing'), async () => ({}))],
  });
  const forwarded = { 'x-forwarded-host': 'clearcut.example.com' };
  expect(await statusFor(port, '/api/thing', 'evil.example', forwarded)).toBe(404);
  expect(await statusFor(port, '/api/thing', 'localhost', { 'x-forwarded-host': 'evil.example' })).toBe(404);
  expect(await statusFor(port, '/api/thing', 'upstream:3000', forwarded)).toBe(200);
});

test('a trusted proxy on another machine may use its own host name', () => {
  const guard = refuseOtherHosts([], createLogger('test', { logLevel: 'silent' }));
  const from = (remoteAddress: string) => {
    const next = vi.fn();
    const asked = { path: '/api/thing', hostname: 'origin.example.com', headers: { host: 'origin.example.com' } };
    guard({ ...asked, ips: ['203.0.113.7'], socket: { remoteAddress } } as never, {} as never, next);
    return next;
  };
  expect(from('10.0.0.9')).toHaveBeenCalledOnce();
  expect(() => from('127.0.0.1')).toThrow();
});
