import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { homeOf, openModal, signUp, textsOf } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Position once it no longer moves. */
async function boxOf(page: Page, selector: string) {
  await page.waitForTimeout(350);
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not in sight`);
  return box;
}

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const colour = (element: Element): string => getComputedStyle(element).color;

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  const { nav } = textsOf(language, 'common');
  const auth = textsOf(language, 'auth');

  test('on a wide screen the modal is a dialog as wide as its type, and only its button and Escape close it', async () => {
    const page = await visitor.open(homeOf(language), { viewport: desk });
    await openModal(page, 'logIn', language);
    const login = await boxOf(page, 'dialog[open]');
    expect(login.width).toBe(460);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `modal-login-${language}-1440`);
    // Regression: it was dark on the green.
    const close = page.getByRole('dialog').getByRole('button', { name: auth.close, exact: true });
    expect(await close.evaluate(colour)).toBe(await page.getByRole('dialog').locator('h2').evaluate(colour));
    await page.mouse.click(20, 20);
    expect(await page.getByRole('dialog').isVisible()).toBe(true);

    await page.getByRole('dialog').getByRole('button', { name: auth.login.toSignUp, exact: true }).click();
    expect((await boxOf(page, 'dialog[open]')).width).toBe(540);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `modal-signup-${language}-1440`);
    await page.getByRole('dialog').getByRole('button', { name: auth.close, exact: true }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('on a phone it is a sheet at the bottom, closed by a press beside it', async () => {
    const page = await visitor.open(homeOf(language), { viewport: phone, colorScheme: 'dark' });
    await page.getByRole('button', { name: nav.menu, exact: true }).click();
    await page.waitForTimeout(350);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `menu-${language}-390`);
    await page.getByRole('dialog').getByRole('button', { name: nav.logIn, exact: true }).click();
    await page.getByRole('dialog').getByLabel(auth.field.email, { exact: true }).waitFor();
    const sheet = await boxOf(page, 'dialog[open]');
    expect([sheet.x, sheet.width, sheet.y + sheet.height]).toEqual([0, phone.width, phone.height]);
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `modal-login-${language}-390-dark`);
    await page.mouse.click(phone.width / 2, 10);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('the private area has a sidebar of 250 px, and on a phone a drawer', async () => {
    const page = await visitor.open(homeOf(language), { viewport: desk });
    await signUp(page, language);
    await page.locator('h1').waitFor();
    const bar = await boxOf(page, 'main');
    expect(language === 'ar' ? desk.width - bar.x - bar.width : bar.x).toBe(250);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'ar' ? 'rtl' : 'ltr');
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `private-${language}-1440`);

    await page.setViewportSize(phone);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: nav.menu, exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: nav.signOut, exact: true }).waitFor();
    expect(await drawer.locator('[aria-current=page]').count()).toBe(1);
    await page.waitForTimeout(350);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `private-menu-${language}-390`);
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.isVisible()).toBe(false);
  });

  test.each(['forgot-password', 'change-password/token', 'accept-invitation?token=bad', 'confirm-address?token=bad'])(
    'the page %s fits and is accessible',
    async (path) => {
      const prefix = language === 'en' ? '' : `/${language}`;
      const page = await visitor.open(`${prefix}/${path}`, { viewport: phone });
      expect(await overflow(page)).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await photograph(page, `${path.split(/[/?]/)[0]}-${language}-390`);
      await page.setViewportSize(desk);
      expect(await seriousProblems(page)).toEqual([]);
      await photograph(page, `${path.split(/[/?]/)[0]}-${language}-1440`);
    },
  );
});

test('the keyboard opens the modal, stays in it, and returns to where it came from', async () => {
  const page = await visitor.open('/');
  const opener = page.getByRole('button', { name: 'Log in', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const modal = page.getByRole('dialog', { name: 'Log in' });
  await modal.waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(focused).toBe('email');
  // Enough stops to leave the modal; none is behind it.
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
    );
    expect(isOutside).toBe(false);
  }
  await modal.getByRole('button', { name: 'Sign up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
  await expect.poll(focused).toBe('email');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
});
