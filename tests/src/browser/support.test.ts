/** The support console: a search leads to a picture's page, read by keyboard, in Arabic too; only support fetches it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Profile } from '@clearcut/schemas/identity/http';
import { expect, test } from 'vitest';
import { addSecondFactor, newOwner, untilRefined, upload, vase, widest } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };
const headers = { 'client-id': 'library-test' };

const WIDTHS = [1440, 820, 390] as const;

test(
  'staff find a picture and read its timeline by keyboard, in English and Arabic, on wide and narrow screens',
  {
    timeout: 240_000,
  },
  async () => {
    const { page, email } = await newOwner(visitor);
    const url = visitor.url();
    const scripts: string[] = [];
    page.on('response', (response) => void (response.url().endsWith('.js') && scripts.push(response.url())));
    await addSecondFactor(page, url);
    const { team_id: teamId } = (await (await page.request.get(`${url}/api/user/me`, { headers })).json()) as Profile;
    const id = await upload(page, url, 'vase.png', await vase());
    await untilRefined(page, url, id);
    await page.goto(`${url}/app/dashboard`);
    await page.getByRole('link', { name: 'My images' }).waitFor(PATIENT);
    expect(await page.getByRole('link', { name: 'Support console' }).count()).toBe(0);
    expect(scripts.filter((script) => script.includes('SupportArea'))).toEqual([]);

    await visitor.operator('grant-credits', email, '5');
    await visitor.operator('make-staff', email, '--role', 'support,billing,operations,auditor');
    await page.reload();
    await page.getByRole('link', { name: 'Support console' }).click();
    const box = page.getByLabel('Error ID, picture, receipt, team, email or SHA-256');
    await box.fill('9'.repeat(64));
    await page.keyboard.press('Enter');
    await page.getByText('Nothing found').waitFor(PATIENT);
    await box.fill(id);
    await page.keyboard.press('Enter');
    await page.getByText('Found by picture').waitFor(PATIENT);
    await photograph(page, 'support-search');
    expect(await seriousProblems(page)).toEqual([]);

    const found = page.getByRole('main').getByRole('link', { name: `Picture ${id.slice(0, 8)}` });
    const looks: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/staff/search') && looks.push(request.url())));
    await found.click();
    await page.locator('[data-event]').first().waitFor(PATIENT);
    await page.goBack();
    await found.waitFor(PATIENT);
    expect(await box.inputValue()).toBe(id);
    await found.click();
    await page.locator('[data-event]').first().waitFor(PATIENT);
    await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).last().click();
    await found.waitFor(PATIENT);
    expect(await box.inputValue()).toBe(id);
    // Each look-up is a line of the staff log.
    expect(looks).toEqual([]);
    await photograph(page, 'support-search-back');
    await found.click();
    const rows = page.locator('[data-event]');
    await rows.first().waitFor(PATIENT);
    await rows.first().focus();
    await page.keyboard.press('j');
    expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await rows.nth(1).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('k');
    expect(await rows.nth(0).evaluate((row) => row === document.activeElement)).toBe(true);
    await photograph(page, 'support-picture-compact');
    await page.getByRole('button', { name: 'Timeline' }).click();
    await photograph(page, 'support-picture-bars');
    expect(await page.locator('svg rect').count()).toBeGreaterThan(2);
    await page.getByRole('tab', { name: 'State' }).click();
    await page.getByText('This event changed nothing of it.').waitFor(PATIENT);
    await page.getByRole('slider').press('Home');
    await page.getByRole('region', { name: 'What this event changed' }).waitFor(PATIENT);
    await photograph(page, 'support-picture-state');
    expect(await seriousProblems(page)).toEqual([]);

    await page.goto(`${url}/app/security-log`);
    await page.getByText('Picture opened by staff').first().waitFor(PATIENT);
    await photograph(page, 'security-log-staff');

    const { page: customer } = await newOwner(visitor);
    const other = (await (await customer.request.get(`${url}/api/user/me`, { headers })).json()) as Profile;

    // Answers a message, and rebuilds a read model by typing its name.
    const form = { email: 'ann@example.com', subject: 'Hair', message: 'Part of the hair is missing' };
    const sent = await page.request.post(`${url}/api/contact/`, { multipart: form });
    const { id: messageId } = (await sent.json()) as { id: string };
    await page.goto(`${url}/app/support/messages`);
    await page.getByRole('link', { name: 'Hair' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('It is whole in new cut-outs.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('It is whole in new cut-outs.').first().waitFor(PATIENT);
    await page.goto(`${url}/app/support/work`);
    await page.getByRole('button', { name: 'Rebuild figures' }).click();
    const build = page.getByRole('button', { name: 'Rebuild', exact: true }).last();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A row was wrong');
    await page.getByLabel('Type its name').fill('figure');
    expect(await build.isDisabled()).toBe(true);
    await page.getByLabel('Type its name').fill('figures');
    await photograph(page, 'support-rebuild');
    expect(await seriousProblems(page)).toEqual([]);
    await build.click();
    await page.getByText(/^Rebuilt .*Events: /).waitFor(PATIENT);

    await page.goto(`${url}/app/support/teams/${other.team_id}`);
    await page.getByRole('button', { name: 'Adjust credits' }).click();
    const go = page.getByRole('button', { name: 'Adjust', exact: true });
    await page.getByLabel('Credits', { exact: true }).fill('7');
    expect(await go.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('A save was lost');
    await photograph(page, 'support-adjust');
    expect(await seriousProblems(page)).toEqual([]);
    await go.click();
    await page.getByText('Credits of the team now: 7').waitFor(PATIENT);
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByText('CreditsAdjusted').waitFor(PATIENT);
    // The same words as in the team's own history.
    await page.getByRole('cell', { name: 'Adjustment' }).first().waitFor(PATIENT);

    for (const language of ['en', 'ar'] as const) {
      expect((await page.request.patch(`${url}/api/user/me`, { headers, data: { language } })).status()).toBe(200);
      for (const [name, path] of [
        ['picture', `pictures/${id}`],
        ['steps', `pictures/${id}?tab=steps`],
        ['failures', 'failures'],
        ['dead-letters', 'dead-letters'],
        ['work', 'work'],
        ['figures', 'figures'],
        ['messages', 'messages'],
        ['message', `messages/${messageId}`],
        ['team', `teams/${teamId}`],
        ['ledger', `ledgers/${teamId}`],
        ['audit', 'audit'],
      ] as const) {
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await page.goto(`${url}/app/support/${path}`);
        await page.locator(`html[lang=${language}] main h1`).waitFor(PATIENT);
        await page
          .locator('main [role=status] .MuiSkeleton-root, main .MuiSkeleton-root')
          .first()
          .waitFor({ state: 'detached' });
        // Regression: opened by its address, the ledger named events by the keys of their texts.
        expect(await page.getByRole('main').innerText(), name).not.toMatch(/descriptions\./);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await photograph(page, `support-${name}-${width}-${language}`);
          expect(await widest(page), `${name} ${width} ${language}`).toBe(0);
          if (width !== 820) expect(await seriousProblems(page), `${name} ${width} ${language}`).toEqual([]);
        }
      }
    }
  },
);

/** Code of the console itself, without what it shares with other pages, such as react-admin. */
const MAX_BYTES = 90 * 1024;

test('the console is its own chunk of at most 90 kB', async () => {
  const assets = join(projectRoot, 'client/dist/assets');
  const chunks = (await readdir(assets)).filter((name) => /^SupportArea-.*\.js$/.test(name));
  expect(chunks).toHaveLength(1);
  for (const chunk of chunks) {
    expect(gzipSync(await readFile(join(assets, chunk))).length).toBeLessThanOrEqual(MAX_BYTES);
  }
});
