/**
 * With a newer model, My images offers another cut-out, compares both and keeps the chosen one; support requests one by
 * a model of its choice.
 */
import { chooseModel } from '@clearcut/inference-worker/models/library';
import type { TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { installOtherModel } from '../support/other-model.ts';
import { newOwner, overflow, untilRefined, untilThere, upload, vase } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor({ ownProduct: { MODEL: '' } });
const PATIENT = { timeout: 90_000 };
const headers = { 'client-id': 'forks-test' };

test(
  'a better cut-out is offered, made and compared; keeping it removes the first one',
  { timeout: 300_000 },
  async () => {
    const { page, email } = await newOwner(visitor);
    const url = visitor.url();
    const id = await upload(page, url, 'vase.png', await vase(400));
    await untilRefined(page, url, id);
    await installOtherModel(visitor.dataDir(), 'newer-one');
    await chooseModel(visitor.dataDir(), 'newer-one');
    await visitor.kill('inference-worker');
    await untilThere(page, url, await upload(page, url, 'later.png', await vase()));

    await page.goto(`${url}/app/my-images`);
    await page.getByText('A better cut-out is available.').waitFor(PATIENT);
    await photograph(page, 'forks-offer-1440');
    expect(await seriousProblems(page)).toEqual([]);
    const offer = page.getByRole('button', { name: 'Try it for free' });
    expect(await offer.count()).toBe(1);
    await offer.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Compare both cut-outs' });
    await dialog.waitFor(PATIENT);
    const made = dialog.getByRole('region', { name: 'New cut-out' });
    await made.getByRole('button', { name: 'Keep this one' }).waitFor(PATIENT);
    await expect.poll(() => dialog.locator('img').count(), PATIENT).toBe(2);
    await photograph(page, 'forks-compare-1440');
    expect(await seriousProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await photograph(page, 'forks-compare-360');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('A better cut-out is available.').waitFor({ state: 'detached' });
    // Both lead to the pair.
    expect(await page.getByRole('button', { name: 'Compare both cut-outs' }).count()).toBe(2);
    await photograph(page, 'forks-both-360');

    await page.getByRole('button', { name: 'Compare both cut-outs' }).first().click();
    await made.getByRole('button', { name: 'Keep this one' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('1 picture deleted').waitFor(PATIENT);
    expect((await page.request.get(`${url}/api/transaction/${id}/`)).status()).toBe(404);
    expect(await page.getByRole('button', { name: 'Compare both cut-outs' }).count()).toBe(0);

    const begun = await page.request.post(`${url}/api/auth/second-factor/totp`, { headers });
    const { secret } = (await begun.json()) as TotpEnrolment;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await page.request.post(`${url}/api/auth/second-factor/totp/confirm`, { headers, data: { code } });
    await visitor.operator('make-staff', email, '--role', 'support');
    const own = (await (await page.request.get(`${url}/api/transaction/`)).json()) as {
      transactions: { id: string }[];
    };
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/app/support/pictures/${own.transactions[0]?.id}`);
    await page.getByRole('button', { name: 'Try another model' }).click(PATIENT);
    const asked = page.getByRole('alertdialog', { name: 'Try another model' });
    await expect
      .poll(() => asked.getByRole('option').allInnerTexts(), PATIENT)
      .toEqual([expect.stringMatching(/^clearcut-2 \d/)]);
    expect(await asked.getByRole('alert').count()).toBe(0);
    await asked.getByRole('combobox').selectOption('clearcut-2');
    expect(await asked.getByRole('button', { name: 'Make the cut-out' }).isDisabled()).toBe(true);
    await asked.getByRole('textbox', { name: 'Reason' }).fill('The customer misses the handle');
    await photograph(page, 'forks-staff-1440');
    expect(await seriousProblems(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Make the cut-out' }).click();
    await page.getByText('Other cut-outs').waitFor(PATIENT);
    await page
      .getByRole('link', { name: /^[0-9a-f]{8}-/ })
      .last()
      .click();
    await page.getByText('Another cut-out of').waitFor(PATIENT);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  },
);
