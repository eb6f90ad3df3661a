import { describe, expect, test } from 'vitest';
import { newOwner, overflow } from './library.ts';
import { openTeam } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const headers = { 'client-id': 'security-log-test' };
const PATIENT = { timeout: 30_000 };

describe('the security log', () => {
  test('is a page for admins, filtered by event and downloaded as a file', async () => {
    const { page, email } = await newOwner(visitor, 'en', { viewport: { width: 1440, height: 844 } });
    await visitor.operator('grant-credits', email, '5', '--key', 'Spring campaign');
    await page.goto(`${visitor.url()}/app/dashboard`);
    await openTeam(page);
    await page.getByRole('link', { name: 'Security log' }).click();
    const rows = page.getByRole('main').locator('tbody tr');
    await expect.poll(() => rows.count(), PATIENT).toBeGreaterThanOrEqual(3);
    expect(await rows.filter({ hasText: 'Credits changed by hand' }).innerText()).toMatch(/\+5 credits[\s\S]*Operator/);
    await photograph(page, 'security-log-1440');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'Logged in', exact: true }).click();
    await expect.poll(() => rows.filter({ hasText: 'Credits changed' }).count(), PATIENT).toBe(0);
    expect(await rows.first().innerText()).toContain('Ada Lovelace');
    const file = page.getByRole('link', { name: 'Download as CSV' });
    expect(await file.getAttribute('href')).toContain('/api/admin/security-log/export.csv?filter=');
  });

  test('fits a phone, also from right to left', async () => {
    const { page } = await newOwner(visitor, 'ar', { viewport: { width: 390, height: 844 } });
    await page.goto(`${visitor.url()}/app/security-log`);
    await page.getByRole('main').getByText('تسجيل دخول').first().waitFor(PATIENT);
    await photograph(page, 'security-log-390-ar');
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
  });

  test('regression: a long name left its card at 320 px', async () => {
    const { page } = await newOwner(visitor, 'en', { viewport: { width: 320, height: 740 } });
    const data = { first_name: 'Wolfeschlegelsteinhausenbergerdorff' };
    expect((await page.request.patch(`${visitor.url()}/api/user/me`, { headers, data })).status()).toBe(200);
    await page.goto(`${visitor.url()}/app/security-log`);
    const cards = page.getByRole('main').locator('ul > li');
    await cards.getByText(data.first_name).first().waitFor(PATIENT);
    await photograph(page, 'security-log-320');
    const hidden = await cards.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect(Math.max(...hidden)).toBe(0);
  });
});
