/** Payers at the Stripe stand-in of the product that browser tests share. */
import type { Profile } from '@clearcut/schemas/identity/http';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import { newEmail, PASSWORD, prove, type Language } from './person.ts';
import { photograph, seriousProblems, type Visitor } from './visitor.ts';

const headers = { 'client-id': 'payer-test', 'content-type': 'application/json' };

/** The teams of each file's payers: files share products and modules. */
const teams = new WeakMap<Visitor, string[]>();

/** Both audits of the operator find nothing about the payers of a file. */
export async function payersAreClean(visitor: Visitor): Promise<void> {
  const ids = teams.get(visitor) ?? [];
  expect(ids).not.toEqual([]);
  const found = async () => {
    const audits = [await auditOf(visitor, 'verify-billing'), await auditOf(visitor, 'verify-ledger')];
    const differences = audits.flatMap((audit) => audit.differences.map((one) => JSON.stringify(one)));
    return differences.filter((one) => ids.some((id) => one.includes(id)));
  };
  await expect.poll(found, { timeout: 90_000, interval: 500 }).toEqual([]);
}

/** An audit that finds something ends with another code. */
async function auditOf(visitor: Visitor, audit: string): Promise<{ differences: unknown[] }> {
  const answer = visitor.operator(audit).catch(({ stdout }: { stdout: string }) => JSON.parse(stdout) as unknown);
  return (await answer) as { differences: unknown[] };
}

export interface Payer {
  readonly page: Page;
  /** Calls the API as this person. @returns the body */
  readonly call: <T = unknown>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => Promise<T>;
  readonly priceId: (name: PriceName) => Promise<string>;
  /** Starts a plan by API call. */
  readonly subscribe: (name: PriceName, paymentMethodId?: string) => Promise<void>;
  readonly open: (path: string) => Promise<void>;
}

export async function newPayer(
  visitor: Visitor,
  { language = 'en', ...options }: BrowserContextOptions & { readonly language?: Language } = {},
): Promise<Payer> {
  const page = await visitor.blank(options);
  const email = newEmail();
  const data = { email, password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace', language };
  const signedUp = await page.request.post(`${visitor.url()}/api/user`, { headers, data });
  expect(signedUp.status()).toBe(201);
  teams.set(visitor, [...(teams.get(visitor) ?? []), ((await signedUp.json()) as Profile).team_id]);
  await prove(page, visitor.url(), email);

  const call: Payer['call'] = async <T>(method: string, path: string, body?: object) => {
    const answer = await page.request.fetch(visitor.url() + path, { method, headers, data: body });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const priceId = async (name: PriceName) => {
    const prices = await call<PriceAnswer[]>('GET', '/api/stripe/prices/?currency=usd');
    return prices.find((price) => price.name === name)?.id ?? '';
  };
  return {
    page,
    call,
    priceId,
    async subscribe(name, paymentMethodId = 'pm_card_visa') {
      await call('POST', '/api/stripe/subscribe/', { priceId: await priceId(name), currency: 'usd', paymentMethodId });
      // Credits follow the log shortly after the answer.
      await expect
        .poll(async () => (await call<{ credits: number }>('GET', '/api/billing/')).credits, { timeout: 30_000 })
        .toBeGreaterThan(0);
    },
    async open(path) {
      await page.goto(visitor.url() + path);
      await page.locator('h1').waitFor();
    },
  };
}

/** Moves the stand-in's clock for all payers of the product: only for files with their own product. */
export async function passTime(visitor: Visitor, by: 'hour' | 'day' | 'week' | 'month'): Promise<void> {
  const answer = await fetch(`${visitor.url()}/dev/stripe/clock`, {
    method: 'POST',
    body: new URLSearchParams({ by }),
  });
  expect(answer.status).toBe(200);
}

/** Acts as the bank, or the operator's colleague, on the last payment. */
export async function atProvider(visitor: Visitor, { call }: Payer, what: string): Promise<void> {
  const { url } = await call<{ url: string }>('POST', '/api/stripe/portal/');
  const customer = /cus_\w+/.exec(url)?.[0] ?? '';
  const [invoice] = await call<{ id: string }[]>('GET', '/api/stripe/invoices/');
  const body = new URLSearchParams({ what, invoice: invoice?.id ?? '' });
  const answer = await fetch(`${visitor.url()}/dev/stripe/customers/${customer}`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}

export const stateOf = ({ page }: Payer) =>
  expect.poll(() => page.getByTestId('plan-state').innerText(), { timeout: 30_000 });

/** The page is rendered, fits its width, and axe finds nothing. */
export async function fits(page: Page, name: string): Promise<void> {
  await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await photograph(page, `billing-${name}`);
  expect({ name, overflow, problems: await seriousProblems(page) }).toEqual({ name, overflow: 0, problems: [] });
}

/** Checks the open page right-to-left on a phone, then left-to-right on a desktop, where it stays. */
export async function fitsBothWays({ page, call }: Payer, name: string, visitor: Visitor): Promise<void> {
  for (const [language, width] of [
    ['ar', 360],
    ['en', 1280],
  ] as const) {
    await page.context().addCookies([{ name: 'language', value: language, url: visitor.url() }]);
    // The account's language overrides the browser's.
    await call('PATCH', '/api/user/me', { language });
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await page.waitForLoadState('networkidle');
    await page.locator(`html[lang=${language}] h1`).waitFor();
    await fits(page, `${name}-${language}-${width}`);
  }
}
