/** The page of API keys: an admin creates, sees once, uses, rotates and revokes them. */
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newEmail, PASSWORD, type Language } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };
const headers = { 'client-id': 'api-keys-test', 'content-type': 'application/json' };

async function admin(language: Language = 'en', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visitor.open('/', options);
  const data = { email: newEmail(), password: PASSWORD, language };
  const answer = await page.request.post(`${visitor.url()}/api/user`, { headers, data });
  expect(answer.status()).toBe(201);
  await page.goto(`${visitor.url()}/app/api`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a key is made with limits, which are shown and changed', { timeout: 120_000 }, async () => {
  const page = await admin();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'New key' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByText('Limits', { exact: true }).click();
  await dialog.getByLabel('Credits a day').fill('25');
  await dialog.getByLabel('Networks').fill('nowhere');
  await dialog.getByLabel('Expires on').fill('2099-01-31');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await page.getByRole('heading', { level: 2, name: 'Shop' }).count()).toBe(0);
  await dialog.getByLabel('Networks').fill('192.0.2.0/24\n2001:db8::/32');
  await photograph(page, 'api-key-limits-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await photograph(page, 'api-key-limits-390');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Credits a day: 25').waitFor(PATIENT);
  await page.getByText('Networks: 192.0.2.0/24, 2001:db8::/32').waitFor();
  await page.getByText(/Expires (31 Jan(uary)?|1 Feb(ruary)?) 2099/).waitFor();
  await photograph(page, 'api-key-limited-390');

  await page.getByRole('button', { name: 'Limits of Shop' }).click();
  const limits = page.getByRole('alertdialog', { name: 'Limits of Shop' });
  await limits.getByLabel('Credits a day').fill('');
  await limits.getByLabel('Credits a month').fill('400');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('Credits a month: 400').waitFor(PATIENT);
  expect(await page.getByText('Credits a day:').count()).toBe(0);
});

test('an admin makes a key, sees it once, and revokes it', async () => {
  const page = await admin();
  await page.getByText('No keys yet').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'New key' });
  await dialog.getByLabel('Cut out pictures').waitFor();
  await dialog.getByLabel('Name').fill('Shop');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('status').filter({ hasText: 'Copy your key now' });
  const key = (await shown.locator('pre').first().innerText()).trim();
  expect(key).toMatch(/^cck_live_[0-9A-Za-z]{36}$/);
  await expect.poll(() => shown.locator('pre').nth(1).innerText(), PATIENT).toContain('/v1.0/removebg');
  // The head says why it is a preview, where it is one.
  expect(await shown.locator('pre').nth(1).innerText()).toContain(' -D - ');

  const called = await fetch(`${visitor.url()}/v1/account`, { headers: { 'x-api-key': key } });
  expect(called.status).toBe(200);
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Shop' }).waitFor();
  expect(await page.getByText(key).count()).toBe(0);
  await page.getByRole('cell', { name: 'GET /v1/account' }).waitFor();
  await page.getByText('1 request in 30 days').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'api-keys');

  await page.getByRole('button', { name: 'Rotate Shop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).click();
  await page.getByText('Copy your key now').waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Shop' }).count(), PATIENT).toBe(2);

  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const adding = page.getByRole('alertdialog', { name: 'New webhook' });
  await adding.getByLabel('Address').fill('http://10.0.0.1/');
  await adding.getByRole('button', { name: 'Add webhook' }).click();
  await adding.getByText('on the public internet').waitFor();
  await adding.getByLabel('Address').fill('http://localhost:9/hook');
  await adding.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByRole('status').filter({ hasText: 'Copy the secret now' }).locator('pre');
  expect((await secret.innerText()).trim()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('url_unreachable').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'webhooks');

  await page.getByRole('button', { name: 'Revoke Shop' }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Shop' }).count(), PATIENT).toBe(1);
  const refused = await fetch(`${visitor.url()}/v1/account`, { headers: { 'x-api-key': key } });
  expect(refused.status).toBe(401);
});

test('regression: a removed row took the focus to the top of the page', async () => {
  const page = await admin();
  for (const label of ['Shop', 'Tool']) {
    const answer = await page.request.post(`${visitor.url()}/api/keys`, { headers, data: { label } });
    expect(answer.status()).toBe(201);
  }
  await page.reload();
  const tool = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Tool', exact: true }) });
  await page.getByRole('button', { name: 'Revoke Shop' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Shop', exact: true }).waitFor({ state: 'detached' });
  expect(await tool.evaluate((row) => row.contains(document.activeElement))).toBe(true);
});

test('regression: a dialog opened again showed the failure of the attempt before', async () => {
  const page = await admin();
  await page.route('**/api/keys/', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  const create = page.getByRole('button', { name: 'Create key' });
  await create.click();
  const dialog = page.getByRole('alertdialog', { name: 'New key' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await create.click();
  await dialog.getByLabel('Name').waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
});

test('regression: the last row took the focus to the top, and a late answer closed the next dialog', async () => {
  const page = await admin();
  const data = { url: 'https://hooks.example.com/last' };
  expect((await page.request.post(`${visitor.url()}/api/webhooks`, { headers, data })).status()).toBe(201);
  await page.reload();
  const rotation = Promise.withResolvers<void>();
  await page.route('**/api/webhooks/*/rotate/', async (route) => {
    await rotation.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'New secret' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Create a new secret' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  rotation.resolve();
  await page.getByText('Copy the secret now').waitFor();
  expect(await dialog.isVisible()).toBe(true);

  await dialog.getByRole('button', { name: 'Remove webhook' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('No webhooks yet').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add webhook');
});

test.for(['en', 'ar'] as const)('the page fits a phone, in %s', async (language) => {
  const page = await admin(language, { viewport: { width: 360, height: 800 } });
  const data = { label: 'A program with a rather long name that has to wrap' };
  const answer = await page.request.post(`${visitor.url()}/api/keys`, { headers, data });
  expect(answer.status()).toBe(201);
  const hook = { url: 'https://hooks.example.com/a-rather-long-path/that-has-to-wrap/somewhere' };
  expect((await page.request.post(`${visitor.url()}/api/webhooks`, { headers, data: hook })).status()).toBe(201);
  await page.reload();
  await page.getByText(hook.url).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await photograph(page, `api-keys-phone-${language}`);
});

test('regression: a webhook whose answer was lost was made twice', async () => {
  const page = await admin();
  let answers = 0;
  await page.route(/\/api\/webhooks\/?$/, async (route) => {
    if (route.request().method() !== 'POST' || ++answers > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'New webhook' });
  await dialog.getByLabel('Address').fill('https://hooks.example.com/lost');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByRole('alert').waitFor(PATIENT);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('Copy the secret now').waitFor();
  const list = await page.request.get(`${visitor.url()}/api/webhooks`, { headers });
  expect(((await list.json()) as { webhooks: unknown[] }).webhooks).toHaveLength(1);
});
