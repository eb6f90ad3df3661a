/** Pictures made before the login belong only to the account afterwards. */
import { randomUUID } from 'node:crypto';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, cookieOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const newAddress = (): string => `${randomUUID()}@example.com`;

const idsOf = async (person: Person): Promise<string[]> => {
  const answer = await bodyOf<{ transactions: TransactionView[] }>(await person.get('/api/transaction/?pageSize=50'));
  return answer.transactions.map(({ id }) => id);
};
const link = (person: Person, sessionId: string | null | undefined) =>
  person.send('POST', '/api/transaction/link-anonymous-images', { session_id: sessionId });

test('pictures of the anonymous session move to the account, once', async () => {
  const ann = createPerson(product.url);
  await ann.me();
  const anonymous = createClient(product.url, {
    clientId: ann.clientId,
    cookie: `clearcut_session=${ann.session()}`,
  });
  const views = [await anonymous.process(await photo()), await anonymous.process(await photo())];
  const profile = await ann.signUp(newAddress());
  expect(profile.anonymous_session_id).toBe(views[0]?.session_id);
  expect(await idsOf(ann)).toEqual([]);

  const twice = await Promise.all(
    [1, 2].map(async () => bodyOf<{ transferred: number }>(await link(ann, profile.anonymous_session_id))),
  );
  expect(twice.reduce((sum, { transferred }) => sum + transferred, 0)).toBe(2);
  expect(await bodyOf(await link(ann, profile.anonymous_session_id))).toEqual({ transferred: 0 });
  expect((await idsOf(ann)).sort()).toEqual(views.map(({ id }) => id).sort());
  for (const { id, session_id: sessionId } of views) {
    expect((await product.eventTypes(id)).filter((type) => type === 'ImageLinked')).toHaveLength(1);
    const view = await bodyOf<TransactionView>(await ann.get(`/api/transaction/${id}/`));
    expect(view).toMatchObject({ id, session_id: sessionId, status: 'UPLOADED' });
    // A copy of the earlier cookie no longer opens it.
    expect((await anonymous.get(`/api/transaction/${id}/`)).status).toBe(404);
  }
});

test('a user links only pictures of their own session', async () => {
  const victim = createPerson(product.url);
  await victim.me();
  const anonymous = createClient(product.url, {
    clientId: victim.clientId,
    cookie: `clearcut_session=${victim.session()}`,
  });
  const view = await anonymous.process(await photo());
  const thief = createPerson(product.url);
  await thief.signUp(newAddress());
  expect(await errorOf(await link(thief, view.session_id))).toBe('403 link_images_failed');
  expect(await errorOf(await link(thief, randomUUID()))).toBe('403 link_images_failed');
  expect(await bodyOf(await link(thief, randomUUID()))).toMatchObject({
    transferred: 0,
    message: 'Failed to link images',
  });
  expect(await errorOf(await link(thief, undefined))).toBe('400 validation_failed');
  expect(await errorOf(await link(createPerson(product.url), view.session_id))).toBe('401 not_logged_in');
  expect((await anonymous.get(`/api/transaction/${view.id}/`)).status).toBe(200);
  expect(await product.eventTypes(view.id)).not.toContain('ImageLinked');
});

test('a stored token of an ended login opens nothing that the browser uploads afterwards', async () => {
  const [phone, laptop] = [createPerson(product.url), createPerson(product.url)];
  const email = newAddress();
  await phone.signUp(email);
  const token = phone.session() ?? '';
  await laptop.logIn(email);
  expect((await laptop.send('DELETE', '/api/auth/sessions')).status).toBe(204);

  const ended = `clearcut_session=${token}`;
  const refused = await createClient(product.url, { clientId: phone.clientId, cookie: ended }).upload(await photo());
  const cookie = cookieOf(refused);
  expect(await errorOf(refused)).toBe('401 not_logged_in');
  expect(cookie).not.toBe(ended);
  const withItsCookie = createClient(product.url, { clientId: phone.clientId, cookie });
  const { id, session_id: sessionId } = await bodyOf<UploadAnswer>(await withItsCookie.upload(await photo()));
  expect((await withItsCookie.get(`/api/transaction/${id}/`)).status).toBe(200);

  const withTheToken = createClient(product.url, { cookie: ended });
  expect(await errorOf(await withTheToken.get(`/api/transaction/${id}/`))).toBe('401 not_logged_in');
  const thief = createPerson(product.url);
  thief.setSession(token);
  const profile = await thief.signUp(newAddress());
  expect(profile.anonymous_session_id).not.toBe(sessionId);
  expect(await errorOf(await link(thief, sessionId))).toBe('403 link_images_failed');
});
