/** Billing and checkout on their own hosts, with a browser's cookie rules. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { newEmail, PASSWORD } from './person.ts';
import { createVisitor } from './visitor.ts';

/** The hosts are settings, so the port must be known before the start. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const port = await freePort();
const main = `http://clearcut.localhost:${port}`;
const billing = `http://billing.clearcut.localhost:${port}`;
const checkout = `http://pay.clearcut.localhost:${port}`;
const settings = { PORT: String(port), PUBLIC_URL: main, BILLING_URL: billing, CHECKOUT_URL: checkout };
const visitor = createVisitor({ ownProduct: settings });

const PATIENT = { timeout: 30_000 };

test('one login serves all of them, and each link leads to the host of its page', async () => {
  const page = await visitor.open('/');
  await page.goto(main);
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'client-id': 'hosts-test', 'content-type': 'application/json' };
      return (await fetch('/api/user', { method: 'POST', headers, body })).status;
    },
    JSON.stringify({ email: newEmail(), password: PASSWORD }),
  );
  expect(status).toBe(201);
  await page.goto(`${main}/app/my-images`);
  await page.getByRole('link', { name: 'Billing' }).first().click(PATIENT);
  await page.waitForURL(`${billing}/app/billing`, PATIENT);
  await page.getByRole('link', { name: 'Choose a plan' }).click(PATIENT);
  await page.waitForURL(`${checkout}/app/checkout?step=SELECT_PLAN`, PATIENT);
  await page.getByRole('button', { name: 'Choose Starter' }).click(PATIENT);
  await page.getByRole('button', { name: 'Go to payment' }).click(PATIENT);
  await page.getByRole('radio', { name: /Visa 3155/ }).check(PATIENT);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'Confirm' }).click(PATIENT);
  await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
  expect(new URL(page.url()).origin).toBe(checkout);
  await page.getByRole('link', { name: 'Go to billing' }).click();
  await page.waitForURL(`${billing}/app/billing`, PATIENT);
  await expect.poll(() => page.getByTestId('plan-state').innerText(), PATIENT).toBe('Active');
  await page.getByRole('link', { name: 'My account' }).first().click();
  await page.waitForURL(`${main}/app/my-account`, PATIENT);
  const audit = () => visitor.operator('verify-billing').catch(() => undefined);
  await expect.poll(audit, PATIENT).toMatchObject({ payments: 1, differenceCount: 0 });
});
