import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newOwner, overflow, remove, saveInHd, vase, untilRefined, upload } from './library.ts';
import type { Language } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };
const HISTORY = '/app/my-account?tab=history';

interface Saved {
  readonly page: Page;
  readonly id: string;
  readonly saveId: string;
}

/** A team with 5 credits, one of them spent on a picture. */
async function withSave(language: Language = 'en', width = 1440, settings: object = {}): Promise<Saved> {
  const { page, email } = await newOwner(visitor, language, { viewport: { width, height: 844 } });
  await visitor.operator('grant-credits', email, '5', '--key', 'Spring campaign');
  const id = await upload(page, visitor.url(), 'vase.png', await vase());
  await untilRefined(page, visitor.url(), id);
  return { page, id, saveId: await saveInHd(page, visitor.url(), id, settings) };
}

/** Not those of the sums above. */
const rows = (page: Page) => page.getByRole('tabpanel').locator('.MuiTable-root tbody tr');

async function openHistory(page: Page): Promise<void> {
  await page.goto(visitor.url() + HISTORY);
  await expect.poll(() => rows(page).count(), PATIENT).toBe(2);
}

/** The date as a date field takes it, in the browser's time zone. */
const day = (page: Page, offset: number): Promise<string> =>
  page.evaluate((days) => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  }, offset);

async function downloaded(page: Page, name: RegExp | string): Promise<Buffer> {
  const button = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

describe('the transaction history', () => {
  test('regression: the dark theme printed light text on white paper, beside the menus', async () => {
    const { page } = await newOwner(visitor, 'en', { colorScheme: 'dark' });
    await page.goto(`${visitor.url()}/app/billing`);
    const heading = page.getByRole('heading', { name: 'Billing' });
    await heading.waitFor(PATIENT);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await photograph(page, 'billing-print');
    expect(await heading.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(18, 33, 29)');
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  });

  test('says when, why, who, how many and what was left, and links to picture and receipt', async () => {
    const { page, id, saveId } = await withSave();
    await openHistory(page);
    const [spent, granted] = [rows(page).nth(0), rows(page).nth(1)];
    expect(await spent.innerText()).toMatch(/HD save\s+vase\.png[\s\S]*Ada Lovelace \(you\)[\s\S]*-1[\s\S]*4/);
    expect(await granted.innerText()).toMatch(/Credits granted\s+Spring campaign[\s\S]*Operator[\s\S]*\+5[\s\S]*5/);
    expect(await spent.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
      `/app/receipt/${id}/${saveId}`,
    );
    const picture = spent.getByRole('link', { name: 'The picture as it looks now' });
    expect(await picture.getAttribute('href')).toBe(`/app/editor?image=${id}`);
    await photograph(page, 'ledger-1440');

    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^All lines are correct .*: their sum is 4, as shown\.$/).waitFor(PATIENT);
    await photograph(page, 'ledger-verified-1440');
    const [, first] = (await downloaded(page, 'Download with proof')).toString().split('\r\n');
    expect(first).toMatch(/^1,[0-9a-f-]{36},[^,]+,CreditsGranted,5,5,[0-9a-f]{64},,$/);
    const script = await page.request.get(`${visitor.url()}/verify-ledger.mjs`);
    expect(await script.text()).toContain('createHash');

    await remove(page, visitor.url(), id);
    await page.reload();
    await expect.poll(() => rows(page).count(), PATIENT).toBe(2);
    await expect.poll(() => picture.count(), PATIENT).toBe(0);
    expect(await spent.getByRole('link', { name: 'Receipt' }).count()).toBe(1);
  });

  test('is filtered by kind, user and period, and sorted; an unset filter is read out as such', async () => {
    const { page } = await withSave();
    await openHistory(page);
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Kind', 'Granted');
    await expect.poll(() => rows(page).count(), PATIENT).toBe(1);
    await choose('Kind', 'All');
    await expect.poll(() => rows(page).count(), PATIENT).toBe(2);
    await choose('Who', 'Ada Lovelace');
    await expect.poll(() => rows(page).count(), PATIENT).toBe(1);
    await rows(page).getByText('HD save').waitFor();
    await choose('Who', 'All members');
    await page.getByLabel('From').fill(await day(page, 0));
    await page.getByLabel('To', { exact: true }).fill(await day(page, 0));
    await expect.poll(() => rows(page).count(), PATIENT).toBe(2);
    await page.getByLabel('From').fill(await day(page, 1));
    await page.getByLabel('To', { exact: true }).fill(await day(page, 2));
    await page.getByRole('heading', { name: 'No transactions found' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows(page).count(), PATIENT).toBe(2);
    await page.getByRole('button', { name: 'Credits' }).click();
    await expect.poll(() => rows(page).first().innerText(), PATIENT).toContain('+5');
    expect(new URL(page.url()).search).toBe('?tab=history');
  });

  test('exports a CSV file of the filtered lines', async () => {
    const { page, id, saveId } = await withSave();
    await openHistory(page);
    const lines = (await downloaded(page, 'Download CSV')).toString().trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`HD save,-1,4,Ada Lovelace,,vase.png,${id},${saveId},`));
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Granted' }).click();
    await expect.poll(() => rows(page).count(), PATIENT).toBe(1);
    expect((await downloaded(page, 'Download CSV')).toString()).not.toContain('HD save');
  });

  test('says what will be listed for a team without credits; one that fails to load can be retried', async () => {
    const { page } = await newOwner(visitor);
    const list = '**/api/admin/credit-ledger?**';
    await page.route(list, (route) => route.abort());
    await page.goto(visitor.url() + HISTORY);
    await page.getByRole('heading', { name: 'The history did not load' }).waitFor(PATIENT);
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
  });
});

test('a receipt says which bytes, made of what, how, and paid with what, and the operator verifies it', async () => {
  const { page, id, saveId } = await withSave();
  await openHistory(page);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.waitForURL(`**/app/receipt/${id}/${saveId}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('vase.png').waitFor();
  await summary.getByRole('img', { name: 'The picture as it was saved' }).waitFor();
  const proof = page.getByRole('heading', { name: 'Digests and proof' });
  expect(await page.getByRole('heading', { name: 'How to verify' }).isVisible()).toBe(false);
  await proof.click();
  const png = await (await page.request.get(`${visitor.url()}/api/transaction/${id}/download/high/`)).body();
  await page.getByText(createHash('sha256').update(png).digest('hex')).waitFor();
  await page.getByText('1 credit; 4 left afterwards').waitFor();
  await page.getByText('Transparent').waitFor();

  const json = await downloaded(page, 'Download as JSON');
  const receipt = JSON.parse(json.toString()) as Receipt;
  expect(receipt).toMatchObject({ saveId, transactionId: id, ledger: { credits: 1, balance: 4 } });
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-receipt-'));
  try {
    const [receiptPath, picturePath] = [join(folder, 'receipt.json'), join(folder, 'picture.png')];
    await writeFile(receiptPath, json);
    await writeFile(picturePath, png);
    await visitor.operator('verify-receipt', receiptPath, picturePath);
    await writeFile(picturePath, Buffer.concat([png, Buffer.from('!')]));
    await expect(visitor.operator('verify-receipt', receiptPath, picturePath)).rejects.toThrow();
  } finally {
    await rm(folder, { recursive: true });
  }

  // The line outlives the picture.
  await remove(page, visitor.url(), id);
  await page.reload();
  await summary.getByText('The picture is deleted').waitFor();
});

test('neither another team’s receipt nor a non-existent one is found', async () => {
  const { id, saveId } = await withSave();
  const { page } = await newOwner(visitor);
  for (const path of [`${id}/${saveId}`, `${id}/${id}`, 'nonsense/nonsense']) {
    await page.goto(`${visitor.url()}/app/receipt/${path}`);
    await page.getByRole('alert').getByRole('heading', { name: 'There is no receipt to show' }).waitFor(PATIENT);
  }
  await page.getByRole('link', { name: 'My images' }).last().click();
  await page.waitForURL('**/app/my-images');
});

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  test.each([390, 1440])(
    'history and receipt fit and are accessible at %i px; a receipt is one page of paper',
    async (width) => {
      const orange = { background: { ...TRANSPARENT, color: '#ff8800' } };
      const { page, id, saveId } = await withSave(language, width, orange);
      await page.goto(visitor.url() + HISTORY);
      await page.getByRole('tabpanel').getByText('Spring campaign').waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await photograph(page, `ledger-${language}-${width}`);

      await page.goto(`${visitor.url()}/app/receipt/${id}/${saveId}`);
      // Isolated: after Arabic words it would read "ff8800#".
      await page.getByText('\u2066#ff8800\u2069').waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await photograph(page, `receipt-${language}-${width}`);
      await page.locator('main summary').click();
      await page.getByText(saveId, { exact: true }).waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await page.locator('main summary').click();
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    },
  );
});
