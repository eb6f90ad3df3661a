/** An abandoned job, redriven from the console. */
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { expect, test } from 'vitest';
import { addSecondFactor, newOwner, untilRefined, upload, vase, viewOf, widest } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor({ ownProduct: true });

const PATIENT = { timeout: 30_000 };
const headers = { 'client-id': 'dead-letters-test' };

test('staff redrive a job that was given up, and its picture is cut out', { timeout: 200_000 }, async () => {
  const url = visitor.url();
  const { page: customer } = await newOwner(visitor);
  const release = await visitor.holdQueue(0);
  const id = await upload(customer, url, 'vase.png', await vase());
  const giveUp = () =>
    visitor.inDatabase((database) =>
      database.query(
        `UPDATE message_bus.message SET state = 'dead', attempts = 5, error = 'The worker died', finished_at = now()
         WHERE topic = $1 AND state = 'open' RETURNING id`,
        [IMAGE_JOBS],
      ),
    );
  await expect.poll(giveUp, PATIENT).toHaveLength(1);
  await release();

  const { page, email } = await newOwner(visitor);
  await addSecondFactor(page, url);
  await visitor.operator('make-staff', email, '--role', 'support,operations,auditor');
  for (const language of ['ar', 'en'] as const) {
    expect((await page.request.patch(`${url}/api/user/me`, { headers, data: { language } })).status()).toBe(200);
    await page.goto(`${url}/app/support/dead-letters`);
    await page.locator(`html[lang=${language}] main h1`).waitFor(PATIENT);
    await page.getByText('The worker died').first().waitFor(PATIENT);
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await photograph(page, `dead-letters-${language}-${width}`);
      expect(await widest(page), `${language} ${width}`).toBe(0);
      expect(await seriousProblems(page), `${language} ${width}`).toEqual([]);
    }
  }
  await page.getByText('Runs the job again').first().waitFor(PATIENT);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Redrive selected' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Redrive 1?' });
  const go = dialog.getByRole('button', { name: 'Redrive', exact: true });
  expect(await go.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The worker was replaced');
  await photograph(page, 'dead-letters-ask-1440');
  expect(await seriousProblems(page)).toEqual([]);
  expect((await viewOf(customer, url, id)).status).toBe('PENDING');
  await go.click();
  await page.getByText('Waiting again: 1').waitFor(PATIENT);
  await page.getByText('No dead letters').waitFor(PATIENT);
  await untilRefined(customer, url, id);
  await page.goto(`${url}/app/support/audit`);
  await page.getByText('The worker was replaced').first().waitFor(PATIENT);
});
