/** A save that is refused for want of credits changes nothing. */
import { randomUUID } from 'node:crypto';
import type { Picture } from '@clearcut/schemas/public-api/pictures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

const RED = { background: { color: '#ff0000', id: null, base: false, blur: 0, blurWidth: 0 } };

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

test('regression: a save refused without credits leaves its settings unapplied', async () => {
  const { person, cutOut } = await newSaver(product, 1);
  const { id } = await cutOut(await photo({ width: 800, height: 600 }));
  const save = (settings: object) => person.send('POST', `/api/transaction/${id}/save/`, settings);
  expect((await save({})).status).toBe(200);
  const before = await product.eventTypes(id);
  expect(await errorOf(await save(RED))).toBe('402 no_credits');
  expect(await product.eventTypes(id)).toEqual(before);
  // The version that was paid stays free.
  expect((await save({})).headers.get('x-credits-charged')).toBe('0');
});

test("regression: a save beyond a key's credits leaves its settings unapplied", async () => {
  const { person } = await newSaver(product, 2);
  const limits = { requestsPerMinute: 600, creditsPerDay: 1, creditsPerMonth: null };
  const { key } = await createKey(person, { label: 'One a day', limits });
  const call = (path: string, body: object) =>
    fetch(`${product.url}/v1/pictures/${path}`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        prefer: 'wait=55',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
  const fileBase64 = (await photo({ width: 800, height: 600 })).toString('base64');
  const { id } = await bodyOf<Picture>(await call('', { fileBase64 }));
  expect((await call(`${id}/saves/`, {})).status).toBe(200);
  const before = await product.eventTypes(id);
  expect(await errorOf(await call(`${id}/saves/`, RED))).toBe('402 api_key_credits_used');
  expect(await product.eventTypes(id)).toEqual(before);
});
