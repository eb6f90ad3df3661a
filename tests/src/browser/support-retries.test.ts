/** Staff send again what had no answer: the same request unchanged, or another one under an id of its own. */
import type { Profile } from '@clearcut/schemas/identity/http';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { addSecondFactor, newOwner, untilThere, upload, vase } from './library.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

async function newStaff(...roles: string[]): Promise<Page> {
  const { page, email } = await newOwner(visitor);
  await addSecondFactor(page, visitor.url());
  for (const role of roles) await visitor.operator('make-staff', email, '--role', role);
  return page;
}

/** Passes on requests to paths that match, and drops the first answer. @returns their bodies, which grow */
async function loseAnswer(page: Page, paths: RegExp): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route(paths, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    bodies.push(route.request().postDataJSON());
    if (bodies.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return bodies;
}

test('regression: an adjustment whose answer was lost is sent again unchanged, and made once', async () => {
  const { page: customer } = await newOwner(visitor);
  const me = await customer.request.get(`${visitor.url()}/api/user/me`, { headers: { 'client-id': 'retries' } });
  const { team_id: teamId } = (await me.json()) as Profile;
  const page = await newStaff('billing');
  const bodies = await loseAnswer(page, /\/adjustments\//);
  await page.goto(`${visitor.url()}/app/support/teams/${teamId}`);
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  const credits = page.getByLabel('Credits', { exact: true });
  await credits.fill('7');
  await page.getByRole('textbox', { name: 'Reason' }).fill('A save was lost');
  const go = page.getByRole('button', { name: 'Adjust', exact: true });
  await go.click();
  await page.getByText('The server cannot be reached.', { exact: false }).waitFor(PATIENT);
  expect(await credits.isDisabled()).toBe(true);
  await go.click();
  await page.getByText('Credits of the team now: 7').waitFor(PATIENT);
  expect(bodies[1]).toEqual(bodies[0]);
});

test('regression: a replay in another way, after a lost answer, is another replay', async () => {
  const { page: customer } = await newOwner(visitor);
  const id = await upload(customer, visitor.url(), 'vase.png', await vase());
  await untilThere(customer, visitor.url(), id);
  const page = await newStaff('support');
  const bodies = await loseAnswer(page, /\/replays?\//);
  await page.goto(`${visitor.url()}/app/support/pictures/${id}?tab=replay`);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 7');
  const go = page.getByRole('form').getByRole('button').last();
  await go.click();
  await page.getByText('The server cannot be reached.', { exact: false }).waitFor(PATIENT);
  await page.getByRole('combobox', { name: 'Mode' }).click();
  await page.getByRole('option').last().click();
  await go.click();
  await expect.poll(() => bodies.length, PATIENT).toBe(2);
  const [first, second] = bodies as { readonly replayId: string }[];
  expect(second?.replayId).not.toBe(first?.replayId);
});
