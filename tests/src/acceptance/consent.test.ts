/** Members' consents in their account's log; signed identity for the chat. */
import { createHmac } from 'node:crypto';
import type { ChatIdentity } from '@clearcut/schemas/site/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';

const CHAT_SECRET = 'known to the chat and to us';
let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ INTERCOM_APP_ID: 'abc123', CHAT_SECRET });
});
afterAll(() => product.stop());

const consentsOf = async (userId: string) =>
  (await product.eventStore.readStream(`account-${userId}`)).flatMap(({ event }) =>
    event.type === 'ConsentGiven' || event.type === 'ConsentWithdrawn' ? [[event.type, event.data]] : [],
  );

test('a member’s consent is logged once, followed by any withdrawal', async () => {
  const person = createPerson(product.url);
  const { pk: userId } = await person.signUp('consent@example.com');
  const choose = (body: object) => person.send('POST', '/api/user/me/consent/', body);
  for (const choice of ['all', 'all', 'necessary', 'necessary', 'all']) {
    expect((await choose({ choice, text_version: 1 })).status).toBe(204);
  }
  expect(await consentsOf(userId)).toEqual([
    ['ConsentGiven', { userId, choice: 'all', textVersion: 1 }],
    ['ConsentWithdrawn', { userId, choice: 'necessary', textVersion: 1 }],
    ['ConsentGiven', { userId, choice: 'all', textVersion: 1 }],
  ]);
  for (const wrong of [{ choice: 'some', text_version: 1 }, { choice: 'all', text_version: 99 }, { choice: 'all' }]) {
    expect(await errorOf(await choose(wrong)), JSON.stringify(wrong)).toBe('400 validation_failed');
  }
});

test("a member's chat identity is signed under their own id, and no other", async () => {
  const person = createPerson(product.url);
  const { pk } = await person.signUp('chat@example.com', { first_name: 'Ann', last_name: 'Lee' });
  const answer = await person.get('/api/user/me/chat/');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const identity = await bodyOf<ChatIdentity>(answer);
  expect(identity).toMatchObject({ user_id: pk, name: 'Ann Lee', email: 'chat@example.com' });
  expect(identity.signature).toBe(createHmac('sha256', CHAT_SECRET).update(pk).digest('hex'));
  expect(Math.abs(identity.created_at * 1000 - Date.now())).toBeLessThan(600_000);
});
