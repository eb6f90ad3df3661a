import { expect, test } from 'vitest';
import { newOwner, vase } from './library.ts';
import { choose, createVisitor, photograph, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor({ ownProduct: { CREDITS: 'off' } });

const MONEY = /credit|\bprices?\b|billing|invoice|ledger/i;

test('a member saves in HD and sees nothing about credits, prices or billing on any page', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/dashboard`);
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(640) });
  await untilCutOut(page);
  await page.getByRole('button', { name: 'Save in HD', exact: true }).click();
  await page.getByText('Saved in HD', { exact: true }).waitFor();
  await photograph(page, 'without-credits-saved-1440');
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('button', { name: 'Download as JSON' }).waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/charged/i);

  for (const path of ['dashboard', 'my-images', 'users', 'users/create', 'security-log', 'api', 'my-account']) {
    await page.goto(`${visitor.url()}/app/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect((await page.locator('body').innerText()).match(MONEY), path).toBeNull();
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `without-credits-${path.replace('/', '-')}-1440`);
  }

  await page.goto(`${visitor.url()}/app/billing`);
  await page.waitForURL('**/app/dashboard');
  await page.goto(`${visitor.url()}/app/checkout`);
  await page.getByRole('heading', { name: /not found/i }).waitFor();
});

test('a visitor is offered HD for an account, without a price, in a right-to-left language too', async () => {
  const page = await visitor.open('/');
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(640) });
  await untilCutOut(page);
  await page.getByRole('button', { name: 'Save in HD', exact: true }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(MONEY);
  const arabic = await visitor.open('/ar');
  await arabic.getByRole('heading', { level: 1 }).waitFor();
  expect(await arabic.locator('body').innerText()).not.toMatch(/رصيد|أرصدة/);
  await photograph(arabic, 'without-credits-ar-1440');
});
