/** A save that a missing account and missing credits interrupt: after the payment the very picture is saved, once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import type saves from '../../../client/locales/en/saves.json';
import { PATIENT } from './editor-hand.ts';
import { overflow, vase } from './library.ts';
import { CELLS, fillIn, newEmail, PASSWORD, submit } from './person.ts';
import { choose, createVisitor, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

test.each(CELLS)('with a pack bought on the way (%s, %o)', async (language, viewport) => {
  const page = await visitor.open(language === 'ar' ? '/ar/upload' : '/upload', { viewport });
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(640) });
  await untilCutOut(page);
  await page.getByRole('button', { name: /^(Save in HD|احفظ بدقة HD)/ }).click();
  const modal = page.getByRole('dialog');
  await fillIn(modal, newEmail(), PASSWORD, language);
  await submit(modal).click();
  const file = join(projectRoot, 'client/locales', language, 'saves.json');
  const { noCredits } = JSON.parse(readFileSync(file, 'utf8')) as typeof saves;
  await modal.getByRole('link', { name: noCredits.buy }).click(PATIENT);
  await page.waitForURL('**/app/fastcheckout**', PATIENT);
  await page.getByText('vase.png').waitFor(PATIENT);
  await page.getByRole('radio', { name: /^10 / }).check();
  await page.getByRole('radio', { name: /Visa 4242/ }).check();
  await page.getByRole('checkbox').first().check();
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('main').locator('button[type=submit]').click();
  await page
    .getByText(/^Saved in HD for 1 credit|^(محفوظة|حُفظت) بدقة HD/)
    .first()
    .waitFor(PATIENT);
  const billing = await page.request.get(`${visitor.url()}/api/billing`);
  expect(((await billing.json()) as { credits: number }).credits).toBe(9);
});
