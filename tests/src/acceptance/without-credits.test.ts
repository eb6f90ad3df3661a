/** An installation with CREDITS=off: full-size files cost nothing, and nothing speaks of credits or prices. */
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf } from '../support/client.ts';
import { drawnPage } from '../support/drawn-page.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { mailTo } from '../support/person.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { collaborator, invite, newAddress, newTeam } from '../support/team.ts';

const SIZE = { width: 900, height: 700 };

let product: Installation;
let saver: Saver;
beforeAll(async () => {
  product = await startInstallation({
    CREDITS: 'off',
    STARTER_CREDITS: '3',
    SANDBOX: 'true',
    BULK_UPLOAD_PLANS: 'none',
  });
  saver = await newSaver(product, 0);
});
afterAll(() => product.stop());

const sizeOf = async (answer: Response) => {
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { width, height };
};

async function newKey(): Promise<string> {
  return (await createKey(saver.person)).key;
}

test('a team without credits saves in HD, which logs a save and no credit', async () => {
  const { person, client, cutOut, teamId } = saver;
  const { id } = await cutOut(await photo(SIZE));
  const answer = await person.send('POST', `/api/transaction/${id}/save/`, {});
  expect([answer.status, answer.headers.get(CREDITS_CHARGED_HEADER)]).toEqual([200, '0']);
  const { receipt } = await bodyOf<{ receipt: Receipt }>(answer);
  expect(receipt.ledger).toBeNull();
  expect(await sizeOf(await client.get(`/api/transaction/${id}/download/high/?save=${receipt.saveId}`))).toEqual(SIZE);
  const saves = (await product.events('transaction')).filter(({ event }) => event.type === 'HdSaveStarted');
  expect(saves.map(({ event }) => event.data)).toMatchObject([{ teamId, credits: 0 }]);
  expect((await product.eventTypes(id)).slice(-1)).toEqual(['HdSaveCompleted']);
  expect(await product.events('creditPool')).toEqual([]);
});

test('bulk upload is for everyone, since no plan can be bought', async () => {
  const billing = await bodyOf<object>(await saver.person.get('/api/billing/'));
  expect(billing).toMatchObject({ credits: 0, planName: null, features: { bulkUpload: true } });
});

describe('programs', () => {
  test('get full size for free by every route of remove.bg and v1', async () => {
    const key = await newKey();
    const picture = await photo({ width: 901, height: 701 });
    for (const size of ['auto', 'full']) {
      const form = new FormData();
      form.set('size', size);
      form.set('image_file', new Blob([new Uint8Array(picture)]), 'photo.jpg');
      const headers = { 'x-api-key': key };
      const answer = await fetch(`${product.url}/v1.0/removebg`, { method: 'POST', headers, body: form });
      expect([answer.status, answer.headers.get('x-credits-charged')]).toEqual([200, '0']);
      expect(await sizeOf(answer)).toEqual({ width: 901, height: 701 });
    }
    const account = await fetch(`${product.url}/v1/account/`, { headers: { 'x-api-key': key } });
    expect(await bodyOf<object>(account)).toMatchObject({ credits: 0 });
  });

  test('read in the OpenAPI document that nothing is charged, and find no payment routes', async () => {
    const v1 = await bodyOf<{ info: { description: string } }>(await fetch(`${product.url}/v1/openapi.json`));
    expect(v1.info.description).toContain('charges no credits');
    const all = await bodyOf<{ paths: object }>(await fetch(`${product.url}/api/openapi.json`));
    const paths = Object.keys(all.paths).filter(
      (path) => !path.startsWith('/api/staff/') && /stripe|subscription|credit|tax|payment/.test(path),
    );
    expect(paths).toEqual([]);
    expect((await saver.person.get('/api/admin/credit-ledger/')).status).toBe(404);
  });
});

describe('pages', () => {
  const WORDS = { en: /credit|\bprices?\b|billing|invoice/i, de: /credit|preise?\b|abrechnung|rechnung/i };
  const shown = ['home', 'faq', 'terms', 'privacy', 'cookies', 'dataDeletion', 'contact'] as const;

  test.each((['en', 'de'] as const).flatMap((language) => shown.map((page) => [language, page] as const)))(
    'in %s, %s says nothing about credits',
    async (language, page) => {
      const answer = await drawnPage(product.url + localPath(language, PUBLIC_PAGES[page].path));
      const text = (await answer.text())
        .replace(/^.*<body/s, '')
        .replaceAll(/<(script|style)[^>]*>.*?<\/\1>|<[^>]+>/gs, ' ');
      expect(text.match(WORDS[language])?.[0]).toBeUndefined();
    },
  );

  test('people and search engines find no pricing page', async () => {
    for (const path of ['/pricing', '/de/pricing']) expect((await fetch(product.url + path)).status).toBe(404);
    expect(await (await fetch(`${product.url}/sitemap-en.xml`)).text()).not.toContain('pricing');
    expect(await (await fetch(`${product.url}/llms.txt`)).text()).not.toContain('credit');
  });
});

test('a proved address brings no credits, and an invitation promises none', async () => {
  const team = await newTeam(product.url);
  const to = newAddress();
  await invite(team, { email: to, ...collaborator });
  const mail = await mailTo(product.url, to, /./);
  expect(mail.text).toContain('would like to work with you');
  expect(mail.text).not.toMatch(/credit/i);
  expect(await product.events('creditPool')).toEqual([]);
});
