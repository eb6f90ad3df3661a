/**
 * Support replays a picture from its page: the differing step is named and compared in every way, in English and
 * Arabic, on wide and narrow screens.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplayReport } from '@clearcut/schemas/support/replay/replay';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sharedProduct } from '../support/shared-products.ts';
import { addSecondFactor, newOwner, overflow, untilRefined, upload, vase } from './library.ts';
import { createVisitor, isShared, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 60_000 };
const headers = { 'client-id': 'replay-test' };

/** Replaces a picture's matte, as if another refinement had made it. */
async function damageMatte(id: string): Promise<void> {
  const folder = join(sharedProduct()?.dataDir ?? '', 'blobs', 'transaction', id);
  const name = (await readdir(folder)).find((file) => file.startsWith('matte-')) ?? '';
  const blurred = await sharp(await readFile(join(folder, name)))
    .blur(3)
    .toColourspace('b-w')
    .png()
    .toBuffer();
  await writeFile(join(folder, name), blurred);
}

test.skipIf(isShared)('a replay says which step differs, and shows where', { timeout: 300_000 }, async () => {
  const { page, email } = await newOwner(visitor);
  const url = visitor.url();
  await addSecondFactor(page, url);
  const id = await upload(page, url, 'vase.png', await vase(400));
  await untilRefined(page, url, id);
  await visitor.operator('make-staff', email, '--role', 'support');
  await damageMatte(id);

  await page.goto(`${url}/app/support/pictures/${id}?tab=replay`);
  await page.getByLabel('Mode', { exact: true }).waitFor(PATIENT);
  const go = page.getByRole('button', { name: 'Replay', exact: true });
  expect(await go.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Reason' }).fill('The customer misses the hair');
  await photograph(page, 'replay-form');
  const choose = async (field: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Versions', 'Chosen versions');
  expect(await go.isDisabled()).toBe(true);
  await choose('Renderer', '1');
  expect(await go.isEnabled()).toBe(true);
  const model = page.getByRole('combobox', { name: 'Model' });
  await model.fill('clearcut-2');
  expect(await go.isDisabled()).toBe(true);
  const offered = page.locator('datalist option');
  expect(await offered.textContent()).toMatch(/^clearcut-2 \d/);
  await model.fill((await offered.getAttribute('value')) ?? '');
  expect(await go.isEnabled()).toBe(true);
  await photograph(page, 'replay-form-chosen');
  expect(await seriousProblems(page)).toEqual([]);
  await choose('Versions', 'Original versions');
  expect(await seriousProblems(page)).toEqual([]);
  await go.click();
  await page.getByRole('heading', { name: 'Different' }).waitFor(PATIENT);
  const table = page.getByRole('region', { name: 'Steps of the replay' });
  expect(await table.getByText('Identical').count()).toBeGreaterThan(3);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report (JSON)' }).click();
  const report = JSON.parse(await readFile(await (await download).path(), 'utf8')) as ReplayReport;
  expect(Object.keys(report)).toEqual(['verdict', 'steps']);
  expect(report.steps.find(({ verdict }) => verdict === 'different')?.job).toBe('refine-matte');

  const looks = { headers, data: { hours: 24 } };
  expect((await page.request.post(`${url}/api/transaction/${id}/support-access/`, looks)).status()).toBe(201);
  await table.getByRole('button', { name: 'Compare' }).click();
  const compare = page.getByRole('region', { name: 'Compare' });
  await compare.getByRole('img', { name: 'Now' }).waitFor(PATIENT);
  await photograph(page, 'replay-compare-side');
  expect(await seriousProblems(page)).toEqual([]);
  await compare.getByRole('button', { name: 'Loupe 800 %' }).click();
  const left = () => compare.getByRole('img').evaluateAll((all) => all.map((one) => (one as HTMLElement).style.left));
  const before = await left();
  await compare.getByRole('group', { name: /Arrow keys/ }).press('ArrowRight');
  const after = await left();
  expect(new Set(after).size).toBe(1);
  expect(after).not.toEqual(before);
  await photograph(page, 'replay-compare-loupe');
  await compare.getByRole('button', { name: 'Whole' }).click();
  for (const way of ['Swipe', 'Blink', 'Heat map'] as const) {
    await compare.getByRole('button', { name: way }).click();
    if (way === 'Heat map') await compare.getByRole('img', { name: 'Where they differ' }).waitFor(PATIENT);
    await photograph(page, `replay-compare-${way.toLowerCase().replace(' ', '-')}`);
    expect(await seriousProblems(page)).toEqual([]);
  }

  const shown = new URL(page.url()).search;
  for (const language of ['en', 'ar'] as const) {
    expect((await page.request.patch(`${url}/api/user/me`, { headers, data: { language } })).status()).toBe(200);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      for (const [name, search] of [
        ['form', '?tab=replay'],
        ['result', shown],
      ] as const) {
        await page.goto(`${url}/app/support/pictures/${id}${search}`);
        await page.locator(`html[lang=${language}] [role=region] table`).waitFor(PATIENT);
        await photograph(page, `replay-${name}-${size.width}-${language}`);
        expect(await overflow(page), `${name} ${size.width} ${language}`).toBe(0);
        expect(await seriousProblems(page), `${name} ${size.width} ${language}`).toEqual([]);
      }
    }
  }
});
