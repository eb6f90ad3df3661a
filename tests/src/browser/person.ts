import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Locator, Page } from 'playwright';
import type auth from '../../../client/locales/en/auth.json';
import type common from '../../../client/locales/en/common.json';
import { mailsTo } from '../support/person.ts';
import { eventually } from '../support/product.ts';

export type Language = 'en' | 'es' | 'ar';

interface Texts {
  readonly auth: typeof auth;
  readonly common: typeof common;
}

/** The client's texts, for finding fields and buttons; tested texts are literals. */
export function textsOf<Namespace extends keyof Texts>(language: Language, namespace: Namespace) {
  const file = join(projectRoot, 'client/locales', language, `${namespace}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts[Namespace];
}

export const PASSWORD = 'Correct-horse-7';

export const newEmail = (): string => `person-${randomUUID()}@example.com`;

/** Phone, tablet and desktop, in both directions of writing. */
export const CELLS = (['en', 'ar'] as const).flatMap((language) =>
  [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ].map((viewport) => [language, viewport] as const),
);
export type Viewport = (typeof CELLS)[number][1];

const homes: Readonly<Record<Language, string>> = { en: '/', es: '/es', ar: '/ar' };
export const homeOf = (language: Language): string => homes[language];

/** From the header of a wide page. */
export async function openModal(page: Page, type: 'logIn' | 'signUp', language: Language = 'en'): Promise<Locator> {
  await page.getByRole('button', { name: textsOf(language, 'common').nav[type], exact: true }).click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('textbox').first().waitFor();
  return modal;
}

/** The part of the menu that concerns a team. */
export const openTeam = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Your account' }).locator('summary').click();

/** The form's submit button, not the link to another form with the same name. */
export const submit = (form: Locator) => form.locator('button[type=submit]');

export async function fillIn(form: Locator, email: string, password: string, language: Language = 'en') {
  const { field } = textsOf(language, 'auth');
  await form.getByLabel(field.email, { exact: true }).fill(email);
  await form.getByLabel(field.password, { exact: true }).fill(password);
}

/** Waits for the dashboard: the address changes first, and input to the previous page would be lost. */
async function toDashboard(page: Page, press: () => Promise<void>): Promise<void> {
  const before = await page.locator('h1').first().elementHandle();
  await press();
  await page.waitForURL('**/app/dashboard');
  await before?.waitForElementState('hidden');
}

/** Signs up through the modal and waits for the dashboard. @returns the e-mail address */
export async function signUp(page: Page, language: Language = 'en', email = newEmail()): Promise<string> {
  const modal = await openModal(page, 'signUp', language);
  await fillIn(modal, email, PASSWORD, language);
  await toDashboard(page, () => submit(modal).click());
  return email;
}

/** An account made by API calls. */
export async function makeAccount(url: string, language: Language = 'en'): Promise<string> {
  const email = newEmail();
  const answer = await fetch(`${url}/api/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'client-id': randomUUID() },
    body: JSON.stringify({ email, password: PASSWORD, language }),
  });
  if (answer.status !== 201) throw new Error(`No account: ${await answer.text()}`);
  return email;
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const modal = await openModal(page, 'logIn');
  await fillIn(modal, email, password);
  await toDashboard(page, () => submit(modal).click());
}

/** Confirms the logged-in account's address by the mailed link. */
export async function prove(page: Page, url: string, email: string): Promise<void> {
  const token = tokenOf(await linkFromMail(url, email, '/confirm-address'));
  const answer = await page.request.post(`${url}/api/auth/prove-address`, {
    headers: { 'client-id': 'proof' },
    data: { token },
  });
  if (answer.status() !== 204) throw new Error(`No proof: ${await answer.text()}`);
}

/** By API calls, with the usual password. */
export async function acceptInvitation(url: string, email: string): Promise<void> {
  const token = tokenOf(await linkFromMail(url, email, '/accept-invitation'));
  const answer = await fetch(`${url}/api/auth/accept-invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'client-id': randomUUID() },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
  if (answer.status !== 200) throw new Error(`Not accepted: ${await answer.text()}`);
}

const tokenOf = (path: string): string => new URLSearchParams(path.split('?')[1]).get('token') ?? '';

/** Link to `path` in the newest mail to an address, from the sandbox's mailbox. */
export async function linkFromMail(url: string, to: string, path: string): Promise<string> {
  const link = new RegExp(`https?://\\S*${path}\\S*`);
  return eventually(async () => {
    const found = (await mailsTo(url, to)).find(({ text }) => link.test(text));
    const address = found && link.exec(found.text)?.[0];
    return address && new URL(address).pathname + new URL(address).search;
  });
}
