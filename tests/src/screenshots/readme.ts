/**
 * Home, result, editor and My images in light and dark colours, for the README. Shows only the product's examples,
 * nothing personal.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SceneSettings } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_SETTINGS, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { Browser, BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { eventually, type Product } from '../support/product.ts';

const FOLDER = join(projectRoot, 'docs/screenshots');
const WINDOW = { width: 1280, height: 800 };
const COLOURS = ['light', 'dark'] as const;
/** For all files together: the README should load quickly. */
const MAX_BYTES = 1_000_000;
const HEADERS = { 'client-id': 'screenshots-of-readme' };
const EMAIL = 'ada@example.com';

const example = (name: string) => join(projectRoot, 'client/src/features/pictures/uploads/examples', `${name}.jpg`);

type Colours = (typeof COLOURS)[number];

/** @returns bytes of the file */
async function photograph(page: Page, name: string, colours: Colours): Promise<number> {
  await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
  await page.evaluate('document.fonts.ready.then(() => true)');
  await page.waitForLoadState('networkidle');
  const file = join(FOLDER, `${name}-${colours}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6 })
    .toFile(file);
  return (await stat(file)).size;
}

async function inBothColours(page: Page, name: string): Promise<number> {
  let bytes = 0;
  for (const colours of COLOURS) bytes += await photograph(page, name, colours);
  return bytes;
}

async function post<T>(context: BrowserContext, url: string, options: object): Promise<T> {
  const answer = await context.request.post(url, { headers: HEADERS, ...options });
  if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Uploads an example and waits for its final cut-out. @returns its id */
async function cutOut(context: BrowserContext, url: string, name: string): Promise<string> {
  const path = `${url}/api/transaction/?originalFileName=${name}.jpg`;
  const { id } = await post<TransactionView>(context, path, { data: await readFile(example(name)) });
  await eventually(async () => {
    const answer = await context.request.get(`${url}/api/transaction/${id}`, { headers: HEADERS });
    const { status, pipeline } = (await answer.json()) as TransactionView;
    if (status !== 'PENDING' && status !== 'UPLOADED') throw new Error(`${name}.jpg: ${status}`);
    return pipeline.improved;
  });
  return id;
}

async function asVisitor(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: WINDOW });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('h1').waitFor();
  let bytes = await inBothColours(page, 'home');
  await page.goto(`${url}/upload`);
  await page.getByTestId('file-input').setInputFiles(example('cat'));
  await page.getByRole('slider').waitFor({ timeout: 120_000 });
  bytes += await inBothColours(page, 'result');
  await context.close();
  return bytes;
}

async function asMember(browser: Browser, { url, dataDir }: Product): Promise<number> {
  const context = await browser.newContext({ viewport: WINDOW });
  await post(context, `${url}/api/user`, { data: { email: EMAIL, password: 'Correct-horse-7', language: 'en' } });
  const operator = [join(projectRoot, 'operator/src/main.ts'), 'grant-credits', EMAIL, '25'];
  await promisify(execFile)(process.execPath, operator, { env: { ...process.env, DATA_DIR: dataDir } });

  const backgrounds = { flower: 'studio-sage', dog: 'table-oak', cat: 'gradient-peach' };
  let last = '';
  for (const [name, background] of Object.entries(backgrounds)) {
    last = await cutOut(context, url, name);
    const settings: SceneSettings = { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, id: background } };
    await post(context, `${url}/api/transaction/${last}/edit`, { data: settings });
  }
  const page = await context.newPage();
  await page.goto(`${url}/app/my-images`);
  await page.getByText('cat.jpg', { exact: true }).waitFor();
  let bytes = await inBothColours(page, 'my-images');
  await page.goto(`${url}/app/editor?image=${last}`);
  await page.locator('[data-testid=stage][aria-busy=false]').waitFor({ timeout: 60_000 });
  bytes += await inBothColours(page, 'editor');
  await context.close();
  return bytes;
}

/** Writes the pictures to docs/screenshots/. */
export async function photographForReadme(browser: Browser, product: Product): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const bytes = (await asVisitor(browser, product.url)) + (await asMember(browser, product));
  console.log(`Pictures in docs/screenshots, ${Math.round(bytes / 1000)} kB`);
  if (bytes > MAX_BYTES) throw new Error(`More than ${MAX_BYTES / 1000} kB: a README that size loads slowly`);
}
