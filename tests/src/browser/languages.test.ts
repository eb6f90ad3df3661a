/** Overflow on every public page in every language. Only in long runs: more than five hundred pages. */
import { TRANSLATIONS } from '@clearcut/schemas/languages';
import { holdsToken } from '@clearcut/schemas/site/consent';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { describe, expect, test } from 'vitest';
import { overflowing } from './pseudo-locale.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();
const WIDTHS = [1280, 390, 320];
const PAGES = (Object.keys(PUBLIC_PAGES) as PublicPage[]).filter((page) => !holdsToken(PUBLIC_PAGES[page].path));

describe.runIf(process.env['LONG_TESTS'] === '1')('in every language', () => {
  test.for(PAGES)('the page %s fits', { timeout: 300_000 }, async (name) => {
    const { path } = PUBLIC_PAGES[name];
    const page = await visitor.open('/?lang=stay');
    const problems: string[] = [];
    for (const { code } of TRANSLATIONS) {
      await page.goto(`${visitor.url()}${localPath(code, path)}?lang=stay`);
      await page.evaluate('document.fonts.ready.then(() => true)');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        problems.push(...(await overflowing(page)).map((one) => `${code} at ${width} px: ${one}`));
      }
    }
    expect(problems).toEqual([]);
  });
});
