import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { projectRoot } from '@clearcut/platform/config/project';
import { createDatabase } from '@clearcut/platform/database/database';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { photo } from '../support/pictures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProduct, type Product, type Service } from '../support/product.ts';
import { sharedProduct } from '../support/shared-products.ts';

export interface Visitor {
  /** A page of a person who was never here before, and who asked for little motion unless `options` say otherwise. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Address of the product, without a slash at the end. */
  url(): string;
  /** Runs a command of the operator and answers with its JSON. */
  operator(...words: string[]): Promise<unknown>;
  /**
   * Has `others` people upload a picture each, and lets all jobs wait until the function that it answers with is called. Not where
   * the product was started from outside.
   */
  holdQueue(others: number): Promise<() => Promise<void>>;
  /** Where a product of this file's own keeps everything. */
  dataDir(): string;
  /** Kills a service as a power cut would. Not where another person started the product. */
  kill(service: Service): Promise<void>;
}

/** What browsers write to the console about every refused or broken request, however well the page deals with it. */
const REFUSED = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_)/;

/** Whether another person started the product, whose processes and database are then not at hand. */
export const isShared = process.env['PRODUCT_URL'] !== undefined;

/**
 * A browser for one test file, and the product that all files share. After each test its pages are closed, and the test fails if
 * one of them had an error in its console or a script that died.
 * @param ownProduct starts a product for this file alone, with a database of its own: for tests that kill or hold up services, or that are
 * about a setting
 */
export function createVisitor({
  ownProduct = false,
}: { readonly ownProduct?: boolean | Readonly<Record<string, string>> } = {}): Visitor {
  let browser: Browser | undefined;
  let url: string | undefined;
  /** Undefined where it is not this file's own. */
  let product: Product | undefined;
  let database: TestDatabase | undefined;
  /** Those that no test closed itself. */
  const contexts = new Set<BrowserContext>();
  const errors: string[] = [];

  beforeAll(async () => {
    url = process.env['PRODUCT_URL'] ?? (ownProduct === false ? sharedProduct()?.url : undefined);
    if (url === undefined) {
      database = await createTestDatabase();
      const settings = typeof ownProduct === 'object' ? ownProduct : {};
      product = await startProduct({ env: { DATABASE_URL: database.url, ...settings } });
      url = product.url;
    }
    browser = await launchBrowser();
  });

  afterEach(async () => {
    const open = [...contexts];
    // A route's handler may still be answering when its page closes. What it throws then would fail the whole run.
    const routed = open.flatMap((context) => [context, ...context.pages()]);
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(open.map((context) => context.close()));
    expect(errors.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await database?.drop();
  });

  const started = () => {
    if (browser === undefined || url === undefined) throw new Error('The product and the browser are not started yet');
    return { browser, url };
  };

  return {
    url: () => started().url,
    async operator(...words) {
      const dataDir = product?.dataDir ?? process.env['PRODUCT_DATA_DIR'] ?? sharedProduct()?.dataDir;
      const main = join(projectRoot, 'operator/src/main.ts');
      const env = { ...process.env, DATA_DIR: dataDir };
      const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, '--json'], { env });
      return JSON.parse(stdout) as unknown;
    },
    async holdQueue(others) {
      if (product === undefined) throw new Error('The database of a shared product is not known');
      const held = createDatabase(product.databaseUrl, { name: 'held-jobs', max: 1 });
      const release = await holdJobs(held);
      const body = new Uint8Array(await photo({ width: 64, height: 48 }));
      for (let left = others; left > 0; left--) {
        const headers = { 'client-id': randomUUID(), 'content-type': 'application/octet-stream' };
        const { status } = await fetch(`${started().url}/api/transaction/`, { method: 'POST', headers, body });
        expect(status).toBe(201);
      }
      return async () => {
        await release();
        await held.close();
      };
    },
    dataDir() {
      if (product === undefined) throw new Error('The folder of a shared product is that of others, too');
      return product.dataDir;
    },
    async kill(service) {
      if (product === undefined) throw new Error('The processes of a shared product are not known');
      process.kill(await product.childPid(service), 'SIGKILL');
    },
    async open(path, options = {}) {
      const context = await started().browser.newContext({
        // Without a graphics card, what turns and fades takes more of the processor than all else that the page does.
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      const page = await context.newPage();
      if (options.javaScriptEnabled !== false) waitAtPages(page);
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !REFUSED.test(message.text())) errors.push(message.text());
      });
      await page.goto(started().url + path);
      await page.locator('h1').waitFor();
      return page;
    },
  };
}

/** Has the page wait for what a person would wait for: until the browser has taken over what the server drew, a press does nothing. */
function waitAtPages(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as (...args: unknown[]) => ReturnType<Page['goto']>;
    page[name] = async (...args: unknown[]) => {
      const answer = await open(...args);
      await untilTakenOver(page);
      return answer;
    };
  }
}

/** On pages that are not the client's there is nothing to wait for. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [script] = document.querySelectorAll('script[type=module]');
    const drawn = document.getElementById('root')?.firstElementChild;
    return !script || !drawn || Object.keys(drawn).some((key) => key.startsWith('__reactFiber'));
  });
}

/** A picture with one clear subject: a rubber duck in a bathroom, 1280 × 960. */
export const duckPath = join(projectRoot, 'tests/src/support/assets/duck.jpg');

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** Bytes of zeros to follow `buffer`, made in the browser: quicker than sending them there. */
  readonly padding?: number;
}

export async function duckFile(): Promise<TestFile> {
  return { name: 'duck.jpg', mimeType: 'image/jpeg', buffer: await readFile(duckPath) };
}

/** Sends `files` to the page in an event, as a drop or a paste brings them. */
export async function bring(page: Page, event: 'drop' | 'paste', files: readonly TestFile[]): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer, padding = 0 }) => ({
    name,
    mimeType,
    padding,
    base64: buffer.toString('base64'),
  }));
  await page.evaluate(
    ([kind, items]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64, padding } of items) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes, new Uint8Array(padding)], name, { type: mimeType }));
      }
      const options = { bubbles: true, cancelable: true };
      const made =
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data });
      document.body.dispatchEvent(made);
    },
    [event, plain] as const,
  );
}

/** Opens /upload and gives it a file through the dialog's input. */
export async function choose(page: Page, file: TestFile | string): Promise<void> {
  await page.getByTestId('file-input').setInputFiles(file);
}

/** Waits for the finished cut-out. */
export async function untilCutOut(page: Page): Promise<void> {
  await page.getByRole('slider').waitFor({ timeout: 90_000 });
}

/** A picture of the page for people to judge, in a folder that is not kept; only with PHOTOGRAPHS=1, since taking it costs a second. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env['PHOTOGRAPHS'] !== '1') return;
  await page.screenshot({ path: join(projectRoot, 'test-results/browser', `${name}.png`), fullPage: true });
}

/** Resolves when what fades or moves has come to its end: half-way, a text has less contrast than a person gets to read. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A toast begins to fade in a frame after it was added.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((one) => {
      return one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity;
    });
    // One that is replaced half-way is cancelled.
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/**
 * What axe finds on the page that keeps a person from using it. Its legacy mode is for pages without frames of other sites, as ours are: it
 * opens no second page for its sums, and a third of the time is enough.
 */
export async function seriousProblems(page: Page): Promise<string[]> {
  await atRest(page);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
