import type { TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { Secret, TOTP } from 'otpauth';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import { figure } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newEmail, PASSWORD, type Language } from './person.ts';
import type { Visitor } from './visitor.ts';

const headers = { 'client-id': 'library-test' };

export interface Owner {
  readonly page: Page;
  readonly email: string;
}

/** An account made by API call. Its page is blank. */
export async function newOwner(
  visitor: Visitor,
  language: Language = 'en',
  options: BrowserContextOptions = {},
): Promise<Owner> {
  const page = await visitor.blank(options);
  const email = newEmail();
  const data = { email, password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace', language };
  const answer = await page.request.post(`${visitor.url()}/api/user`, { headers, data });
  expect(answer.status()).toBe(201);
  return { page, email };
}

/** Sets up a second factor by API calls; staff roles require it. */
export async function addSecondFactor(page: Page, url: string): Promise<void> {
  const begun = await page.request.post(`${url}/api/auth/second-factor/totp`, { headers });
  const { secret } = (await begun.json()) as TotpEnrolment;
  const data = { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  const confirmed = await page.request.post(`${url}/api/auth/second-factor/totp/confirm`, { headers, data });
  expect(confirmed.status()).toBe(200);
}

/** A small vase before a wall, quick to cut out. @param width in pixels */
export const vase = (width = 96): Promise<Buffer> =>
  figure({ width, height: width * 0.75 })
    .png()
    .toBuffer();

/** By API call. @returns the picture's id */
export async function upload(page: Page, url: string, name: string, picture: Buffer): Promise<string> {
  const path = `${url}/api/transaction/?originalFileName=${encodeURIComponent(name)}`;
  const answer = await page.request.post(path, { headers, data: picture });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

export async function viewOf(page: Page, url: string, id: string): Promise<TransactionView> {
  return (await (await page.request.get(`${url}/api/transaction/${id}`)).json()) as TransactionView;
}

/** Waits for the first cut-out, even a rough one. */
export function untilThere(page: Page, url: string, id: string): Promise<true> {
  return eventually(async () => ((await viewOf(page, url, id)).status === 'PENDING' ? undefined : true));
}

/** Waits for the final cut-out. */
export function untilRefined(page: Page, url: string, id: string): Promise<TransactionView> {
  return eventually(async () => {
    const view = await viewOf(page, url, id);
    return view.pipeline.improved === undefined ? undefined : view;
  });
}

/** By API call. @returns the save's id */
export async function saveInHd(page: Page, url: string, id: string, settings: object = {}): Promise<string> {
  const answer = await page.request.post(`${url}/api/transaction/${id}/save/`, { headers, data: settings });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { receipt: { saveId: string } }).receipt.saveId;
}

export async function remove(page: Page, url: string, id: string): Promise<void> {
  expect((await page.request.delete(`${url}/api/transaction/${id}/`, { headers })).status()).toBe(204);
}

/** Horizontal overflow in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Horizontal overflow of the page or of a table's region in it, whichever is wider. */
export const widest = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('[role=region]:has(table)')];
    return Math.max(...parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
