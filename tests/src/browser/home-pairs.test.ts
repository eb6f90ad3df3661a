import { expect, test } from 'vitest';
import { overflow } from './library.ts';
import { signUp } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

test.each([
  ['/', 'en'],
  ['/ar', 'ar'],
])(
  'the large comparison on %s moves by pointer and by keys, left to right in every language',
  async (path, language) => {
    const page = await visitor.open(path, { viewport: { width: 1440, height: 900 } });
    const slider = page.getByRole('slider');
    await slider.scrollIntoViewIfNeeded();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await slider.inputValue()).toBe('51');
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(Math.abs(Number(await slider.inputValue()) - 82)).toBeLessThanOrEqual(2);
    const other = page.locator('[aria-pressed=false]').filter({ has: page.locator('img') });
    await other.first().click();
    expect(await slider.inputValue()).toBe('50');
    await page.waitForLoadState('networkidle');
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await slider.scrollIntoViewIfNeeded();
      expect(await overflow(page)).toBe(0);
      await photograph(page, `home-pairs-${language}-${width}`);
    }
    expect(await seriousProblems(page)).toEqual([]);
    await page.goto(`${visitor.url()}${path === '/' ? '' : path}/faq`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page)).toBe(0);
      await photograph(page, `faq-${language}-${width}`);
    }
    expect(await seriousProblems(page)).toEqual([]);
  },
);

test("a team's pages have one heading, which stays open once opened", async () => {
  const page = await visitor.open('/', { viewport: { width: 1440, height: 900 } });
  await signUp(page);
  const users = page.getByRole('link', { name: 'Users' });
  expect(await users.isVisible()).toBe(false);
  await photograph(page, 'menu-1440');
  await page.getByText('Team', { exact: true }).click();
  await users.waitFor();
  // Regression: rows of the opened part were half as high again.
  const links = page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
  const heights = await links.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().height)));
  expect(new Set(heights).size, heights.join()).toBe(1);
  await page.reload();
  await users.waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});

test.each(['/', '/ar', '/de'])('regression: %s had no button in sight on a phone held sideways', async (path) => {
  const page = await visitor.open(path, { viewport: { width: 844, height: 390 } });
  const button = (await page.locator('main label, main button').first().boundingBox())!;
  expect(button.y + button.height).toBeLessThan(390);
  expect(await overflow(page)).toBe(0);
  await photograph(page, `home-sideways${path.replace('/', '-')}`);
});

test('regression: at 400 % zoom, home was wider than the window', async () => {
  const page = await visitor.open('/', { viewport: { width: 320, height: 256 } });
  for (const width of [320, 480, 559, 560, 667]) {
    await page.setViewportSize({ width, height: width === 320 ? 256 : 320 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
});
