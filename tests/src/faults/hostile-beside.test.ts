/** Hostile requests beside people who upload and save: nothing is lost, and no one else's request fails. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileRequest, hostileRequests } from '../bench/hostile/requests.ts';
import { sendHostile } from '../bench/hostile/send.ts';
import { createKey, WIDE_LIMITS } from '../support/api-keys.ts';
import { HOSTILE } from '../support/hostile-log.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff } from '../support/staff.ts';

const TIMES = process.env['LONG_TESTS'] === '1' ? 50 : 3;
const PEOPLE = 4;
const CREDITS = 1_000;
const AT_ONCE = 8;

let product: Installation;
let savers: Saver[];
beforeAll(async () => {
  product = await startInstallation({ UPLOADS_PER_MINUTE: '1000000' });
  savers = await Promise.all(Array.from({ length: PEOPLE }, () => newSaver(product, CREDITS)));
});
afterAll(() => product.stop());

const CUT = '--XbX\r\nContent-Disposition: form-data; name="image_file"; filename="a.jpg"\r\n\r\nx';

function cutBodies(key: string): HostileRequest[] {
  const headers = {
    'x-api-key': key,
    'client-id': 'hostile-client-of-one-program',
    'content-type': 'multipart/form-data; boundary=XbX',
  };
  return ['/v1.0/removebg', '/v1/pictures/', '/api/contact/'].map((path) => ({
    name: `cut ${path}`,
    method: 'POST',
    path,
    headers,
    body: CUT,
  }));
}

/** Texts that a log or a read model cannot hold, at each door for texts. */
async function sendTexts(attacker: Saver, staff: Awaited<ReturnType<typeof newStaff>>): Promise<number[]> {
  const { person, teamId } = attacker;
  const answers = HOSTILE.map((text) => text.padEnd(24, '.')).flatMap((text) => [
    person.send('PATCH', '/api/stripe/billing/tax-info/', { name: text, address: { line1: text, country: 'DE' } }),
    person.send('POST', '/api/webhooks/', { url: `https://example.com/${text}`, events: ['picture.ready'] }),
    person.send('POST', '/api/keys/', { label: text, scopes: ['pictures:read'] }),
    person.send('POST', '/api/analytics/landing/', { landing_page_url: `https://x/?utm_source=${text}&gclid=${text}` }),
    staff.send('POST', `/api/staff/teams/${teamId}/adjustments/`, { credits: 1, reason: text }),
    staff.send('POST', `/api/staff/pictures/${randomUUID()}/break-glass/`, { reason: 'abuse', text }),
  ]);
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function saveOne(saver: Saver, bytes: Uint8Array): Promise<void> {
  const { id } = await saver.cutOut(bytes);
  await saver.save(id);
}

test(`${TIMES} rounds of hostile requests beside ${PEOPLE} users: every save ends and costs one credit`, async () => {
  const attacker = await newSaver(product, 0);
  const staff = await newStaff(product, 'support');
  const { key } = await createKey(attacker.person, { label: 'a', scopes: ['pictures:write'], limits: WIDE_LIMITS });
  const requests = [...hostileRequests(key), ...cutBodies(key)];
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const bytes = await photo({ width: 120, height: 90 });
  const before = await product.childPid('command-api');

  const over = new AbortController();
  const people = savers.map(async (saver) => {
    let count = 0;
    for (; !over.signal.aborted || count === 0; count++) await saveOne(saver, bytes);
    return count;
  });
  const failed: string[] = [];
  const note = (name: string, status: number | undefined): void => {
    if ((status ?? 0) >= 500) failed.push(`${name}: ${status}`);
  };
  try {
    for (let round = 0; round < TIMES; round++) {
      // Empty buckets would keep bodies from being read.
      await product.database.query('DELETE FROM identity.rate_limits');
      const waiting = [...requests];
      const client = async (): Promise<void> => {
        for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
          note(one.name, await sendHostile(product.url, agent, one));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      for (const status of await sendTexts(attacker, staff)) note('text', status);
    }
  } finally {
    over.abort();
    agent.destroy();
  }
  const counts = await Promise.all(people);

  expect(failed).toEqual([]);
  for (const [index, { teamId }] of savers.entries()) {
    const pool = await product.eventStore.readStream(`creditPool-${teamId}`);
    expect(pool.filter(({ event }) => event.type === 'CreditsSpent')).toHaveLength(counts[index] ?? 0);
  }
  expect(await product.childPid('command-api')).toBe(before);
  const statuses = await readSubscriberStatuses(product.database);
  expect(statuses.filter(({ state }) => state === 'halted' || state === 'stalled')).toEqual([]);
  expect(await (await fetch(`${product.url}/metrics`)).text()).toMatch(/http_stray_errors_total\{.*\} 0\n/);
  const log = await readFile(`${product.settings['DATA_DIR']}/logs/command-api.log`, 'utf8');
  expect(log).not.toContain('"level":"fatal"');
}, 900_000);
