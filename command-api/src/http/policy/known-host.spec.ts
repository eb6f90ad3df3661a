import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';
import { route } from '../contract.ts';
import type { Contract } from '../contract.ts';

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

const statusFor = (port: number, path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('the API answers under its own names and those that nobody can register, and under no other', async () => {
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
