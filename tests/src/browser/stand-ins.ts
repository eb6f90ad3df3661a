import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright';
import type { Visitor } from './visitor.ts';

/** Header with the visitor's country, from the tests' proxy. */
export const COUNTRY_HEADER = 'cf-ipcountry';
export const BEHIND_PROXY = { COUNTRY_HEADER, TRUSTED_PROXIES: '127.0.0.1' };

export interface Watched {
  readonly page: Page;
  /** Requested addresses of other origins. */
  readonly elsewhere: string[];
}

/** Records requests to other origins. */
export function watch(page: Page, own: string): string[] {
  const elsewhere: string[] = [];
  page.context().on('request', (request) => {
    const url = request.url();
    if (/^(https?|wss?):/.test(url) && new URL(url).origin !== own) elsewhere.push(url);
  });
  return elsewhere;
}

/** A visitor's page from `country`, with these scripts in place of other companies'. */
export async function openFrom(
  visitor: Visitor,
  country: string,
  path: string,
  scripts: Readonly<Record<string, string>> = {},
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const headers = { extraHTTPHeaders: { [COUNTRY_HEADER]: country } };
  const page = await visitor.open('/upload?lang=stay', { ...headers, ...options });
  await page.context().route(/^https:/, (route) => {
    const body = scripts[route.request().url()];
    return body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body });
  });
  // Each test chooses again. Where the country requires no choice, a page with scripts may store one after the removal.
  await page.goto(`${visitor.url()}/robots.txt`);
  await page.evaluate(() => localStorage.removeItem('cookie-consent'));
  const elsewhere = watch(page, visitor.url());
  await page.goto(visitor.url() + path);
  await page.locator('h1').waitFor();
  return { page, elsewhere };
}

export const banner = (page: Page) => page.getByRole('region', { name: /cookies|count your visit|باحتساب زيارتك/ });
export const answer = (page: Page, choice: 'Accept all' | 'Only necessary') =>
  banner(page).getByRole('button', { name: choice, exact: true }).click();

/** Another company's server on this machine, with one script. */
export async function startScriptServer(path: string, script: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === path ? 200 : 404, { 'content-type': 'text/javascript' }).end(script);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
