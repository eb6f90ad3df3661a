/**
 * Contact sheets of the public pages: each page in every language side by side, for faults that no test finds, such as
 * a heading in the wrong script or a page that is not mirrored.
 */
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { type Language, TRANSLATIONS } from '@clearcut/schemas/languages';
import { holdsToken } from '@clearcut/schemas/site/consent';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';

const FOLDER = join(projectRoot, 'test-results', 'sheets');
/** Pixels: the window, and a picture on the sheet, which shows the top of the page. */
const WINDOWS = {
  desktop: { width: 1280, height: 1600, onSheet: 480 },
  phone: { width: 390, height: 1600, onSheet: 240 },
} as const;
const SHEET_WIDTH = 1960;
const LABEL = 28;
const GAP = 8;
/** Sheets are viewed whole. */
const MAX_HEIGHT = 4000;

type Window = keyof typeof WINDOWS;
interface Picture {
  readonly language: Language;
  readonly image: Buffer;
}

export const SHEET_PAGES = (Object.keys(PUBLIC_PAGES) as PublicPage[]).filter(
  (page) => !holdsToken(PUBLIC_PAGES[page].path),
);
export const isOnSheets = (name: string): name is PublicPage => (SHEET_PAGES as string[]).includes(name);

/** Writes the sheets of `pages` to test-results/sheets/. */
export async function photographSheets(browser: Browser, url: string, pages: readonly PublicPage[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const name of pages) {
    const pictures: Record<Window, Picture[]> = { desktop: [], phone: [] };
    for (const { code } of TRANSLATIONS) {
      await page.goto(`${url}${localPath(code, PUBLIC_PAGES[name].path)}?lang=stay`);
      await page.locator('h1').waitFor();
      await page.evaluate('document.fonts.ready.then(() => true)');
      // Prices arrive after the page.
      await page.waitForLoadState('networkidle');
      for (const window of Object.keys(WINDOWS) as Window[]) {
        pictures[window].push({ language: code, image: await photographOf(page, window) });
      }
    }
    for (const window of Object.keys(WINDOWS) as Window[])
      await writeSheets(`${name}-${window}`, window, pictures[window]);
  }
  await context.close();
  console.log(`Sheets in ${relative(process.cwd(), FOLDER)}`);
}

async function photographOf(page: Page, window: Window): Promise<Buffer> {
  const { width, height, onSheet } = WINDOWS[window];
  await page.setViewportSize({ width, height });
  return sharp(await page.screenshot())
    .resize({ width: onSheet })
    .png()
    .toBuffer();
}

async function writeSheets(name: string, window: Window, pictures: readonly Picture[]): Promise<void> {
  const { width, height, onSheet } = WINDOWS[window];
  const cell = { width: onSheet + GAP, height: Math.round((height * onSheet) / width) + LABEL + GAP };
  const columns = Math.floor(SHEET_WIDTH / cell.width);
  const onOne = columns * Math.floor(MAX_HEIGHT / cell.height);
  for (let first = 0; first < pictures.length; first += onOne) {
    const shown = pictures.slice(first, first + onOne);
    const parts = shown.flatMap(({ language, image }, index) => {
      const left = (index % columns) * cell.width;
      const top = Math.floor(index / columns) * cell.height;
      return [
        { input: labelOf(language, onSheet), left, top },
        { input: image, left, top: top + LABEL },
      ];
    });
    await sharp({
      create: {
        width: columns * cell.width,
        height: Math.ceil(shown.length / columns) * cell.height,
        channels: 3,
        background: '#777777',
      },
    })
      .composite(parts)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(FOLDER, `${name}-${first / onOne + 1}.png`));
  }
}

const labelOf = (language: Language, width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}"><text x="4" y="20" font-family="sans-serif" font-size="18" fill="#ffffff">${language}</text></svg>`,
  );
