import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { projectRoot } from '@clearcut/platform/config/project';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { bundledOptions } from '../support/bundles/options.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { photo } from '../support/pictures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProduct, type Product, type Service } from '../support/product.ts';
import { sharedProduct } from '../support/shared-products.ts';

export interface Visitor {
  /** A new person's blank page, with reduced motion unless `options` say otherwise. */
  blank(options?: BrowserContextOptions): Promise<Page>;
  /** The same at `path`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Without a trailing slash. */
  url(): string;
  /** Returns the JSON of an operator's command. */
  operator(...words: string[]): Promise<unknown>;
  /**
   * Uploads a picture each as `others` people, and holds all jobs until the returned function is called. Not for a
   * product started from outside.
   */
  holdQueue(others: number): Promise<() => Promise<void>>;
  /** Data folder of this file's own product. */
  dataDir(): string;
  /** Works in the database of this file's own product. */
  inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Kills a service like a power cut. Not for a product started from outside. */
  kill(service: Service): Promise<void>;
}

/** Browsers log this for every refused or broken request, however the page handles it. */
const REFUSED = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_)/;

/** Whether the product was started from outside, which hides its processes and database. */
export const isShared = process.env['PRODUCT_URL'] !== undefined;

/**
 * People at a browser, which a worker's files share, with the product that all files share. Closes pages after each test,
 * and fails the test on console errors or crashed scripts.
 * @param ownProduct starts a product with its own database for this file: for tests that kill or hold up services, or
 * depend on a setting
 */
export function createVisitor({
  ownProduct = false,
}: { readonly ownProduct?: boolean | Readonly<Record<string, string>> } = {}): Visitor {
  let browser: Browser | undefined;
  let url: string | undefined;
  /** Undefined unless this file's own. */
  let product: Product | undefined;
  let database: TestDatabase | undefined;
  /** Those not closed by their tests. */
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
    browser = await sharedBrowser();
  });

  afterEach(async () => {
    const open = [...contexts];
    // A route's handler may still be answering when its page closes. Its error then would fail the whole run.
    const routed = open.flatMap((context) => [context, ...context.pages()]);
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(open.map((context) => context.close()));
    expect(errors.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await product?.stop();
    await database?.drop();
  });

  const started = () => {
    if (browser === undefined || url === undefined) throw new Error('The product and the browser are not started yet');
    return { browser, url };
  };

  async function blank(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await started().browser.newContext({
      // Without a graphics card, animations take more processor time than the rest of the page.
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
    return page;
  }

  return {
    url: () => started().url,
    async operator(...words) {
      const dataDir = product?.dataDir ?? process.env['PRODUCT_DATA_DIR'] ?? sharedProduct()?.dataDir;
      const main = join(projectRoot, 'operator/src/main.ts');
      const env = { ...process.env, NODE_OPTIONS: bundledOptions(), DATA_DIR: dataDir };
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
    async inDatabase(work) {
      if (product === undefined) throw new Error('The database of a shared product is not known');
      const opened = createDatabase(product.databaseUrl, { name: 'browser-test', max: 1 });
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    },
    async kill(service) {
      if (product === undefined) throw new Error('The processes of a shared product are not known');
      process.kill(await product.childPid(service), 'SIGKILL');
    },
    blank,
    async open(path, options) {
      const page = await blank(options);
      await page.goto(started().url + path);
      await page.locator('h1').waitFor();
      return page;
    },
  };
}

/** Waits for hydration: a press before it takes effect later. */
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

/** Pages not made by the client need no wait. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const script = document.querySelector('script[type=module], script[data-module]');
    const root = document.getElementById('root');
    if (script === null || root === null || !root.hasChildNodes()) return true;
    const [, container] = Object.entries(root).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    // False once React has hydrated the last slice.
    return (container as RootFiber | undefined)?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

interface RootFiber {
  readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } };
}

/** A rubber duck in a bathroom, 1280 × 960: one clear subject. */
export const duckPath = join(projectRoot, 'tests/src/support/assets/duck.jpg');

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  /** Zero bytes appended in the browser: quicker than sending them. */
  readonly padding?: number;
}

export async function duckFile(): Promise<TestFile> {
  return { name: 'duck.jpg', mimeType: 'image/jpeg', buffer: await readFile(duckPath) };
}

/** Sends `files` to the page in a drop or paste event. */
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

export async function choose(page: Page, file: TestFile | string): Promise<void> {
  await page.getByTestId('file-input').setInputFiles(file);
}

export async function untilCutOut(page: Page): Promise<void> {
  await page.getByRole('slider').waitFor({ timeout: 90_000 });
}

/** Screenshot for review, in an ignored folder; only with PHOTOGRAPHS=1, since it takes a second. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env['PHOTOGRAPHS'] !== '1') return;
  await page.screenshot({ path: join(projectRoot, 'test-results/browser', `${name}.png`), fullPage: true });
}

/** Resolves after all animations: midway, a text has less contrast than when read. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A toast fades in from the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((one) => {
      return one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity;
    });
    // A replaced animation is cancelled.
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** Axe's rules with a minor or moderate impact, a fourth of its time. */
const NOT_SERIOUS = (
  'aria-allowed-role aria-deprecated-role empty-heading empty-table-header form-field-multiple-labels heading-order ' +
  'html-xml-lang-mismatch image-redundant-alt landmark-banner-is-top-level landmark-contentinfo-is-top-level ' +
  'landmark-main-is-top-level landmark-no-duplicate-banner landmark-no-duplicate-contentinfo ' +
  'landmark-no-duplicate-main landmark-one-main landmark-unique meta-viewport meta-viewport-large no-autoplay-audio ' +
  'page-has-heading-one presentation-role-conflict region scope-attr-valid server-side-image-map skip-link ' +
  'table-duplicate-name'
).split(' ');

/**
 * Serious findings of axe. Its legacy mode suits pages without foreign frames: it opens no second page, which takes a
 * third of the time. No rule in use reads what it would preload: style sheets, once more, and media.
 */
export async function seriousProblems(page: Page): Promise<string[]> {
  await atRest(page);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.disableRules(NOT_SERIOUS).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
