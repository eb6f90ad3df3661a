/** Addresses of the support console and of lists that lead to nothing: each says so, and shows a way back. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addSecondFactor, newOwner } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

const NO_PAGE = [
  'nothing',
  'messages/a/b',
  'failures/nothing',
  'failures/group/nothing',
  'dead-letters/nothing',
  'work/nothing',
  'figures/nothing',
  'pictures',
  'pictures/a/b',
  'teams/a/b',
  'ledgers/a/b',
];

test(
  'regression: unknown addresses of the console were empty pages, and unknown ids asked to try again',
  { timeout: 120_000 },
  async () => {
    const { page, email } = await newOwner(visitor);
    await addSecondFactor(page, visitor.url());
    await visitor.operator('make-staff', email, '--role', 'support,operations');
    const main = page.getByRole('main');

    // Without a page load each, which takes seconds.
    const open = (path: string) =>
      page.evaluate((to) => {
        history.pushState(null, '', `/app/support/${to}`);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    await page.goto(`${visitor.url()}/app/support/nothing`);

    for (const path of NO_PAGE) {
      await open('failures');
      await main.getByRole('heading', { level: 1, name: 'Failures' }).waitFor(PATIENT);
      await open(path);
      await main.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor(PATIENT);
      await main.getByRole('link', { name: 'Support console' }).waitFor();
    }
    await photograph(page, 'support-no-page');
    expect(await seriousProblems(page)).toEqual([]);

    for (const [path, words] of [
      [`messages/${randomUUID()}`, /This message doesn't exist or was erased/],
      [`pictures/${randomUUID()}`, /This picture doesn't exist/],
      ['pictures/nothing', /This picture doesn't exist/],
      [`teams/${randomUUID()}`, /This team doesn't exist/],
    ] as const) {
      await open(path);
      await main.getByRole('alert').getByText(words).waitFor(PATIENT);
      await main.getByRole('heading', { level: 1 }).waitFor(PATIENT);
      expect(await main.getByRole('button', { name: 'Try again' }).count(), path).toBe(0);
    }
    await open(`messages/${randomUUID()}`);
    await main.getByRole('heading', { level: 1, name: 'Nothing found' }).waitFor(PATIENT);
    await photograph(page, 'support-no-message');

    // Closed to these roles, but not unknown.
    await open(`ledgers/${randomUUID()}`);
    await page.getByText("You don't have access to this page.").waitFor(PATIENT);
  },
);

test('regression: addresses within a list that lead to nothing showed the list', { timeout: 120_000 }, async () => {
  const { page, email } = await newOwner(visitor);
  await addSecondFactor(page, visitor.url());
  await visitor.operator('make-staff', email, '--role', 'auditor');
  const main = page.getByRole('main');
  for (const [list, title, unknown] of [
    ['support/audit', 'Staff log', ['x', 'create']],
    ['security-log', 'Security log', ['x', 'create', 'x/show']],
    ['users', 'Users', ['create/x', `${randomUUID()}/x`]],
  ] as const) {
    for (const path of unknown) {
      await page.goto(`${visitor.url()}/app/${list}/${path}`);
      await main.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor(PATIENT);
      await main.getByRole('link', { name: title, exact: true }).last().click();
      await main.getByRole('heading', { level: 1, name: title }).waitFor(PATIENT);
    }
  }
});
