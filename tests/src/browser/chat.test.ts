/** Chat adapters of other companies, each with a stand-in for the company's script that records its calls. */
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { answer, banner, BEHIND_PROXY, openFrom, startScriptServer } from './stand-ins.ts';
import { prove, signUp } from './person.ts';
import { createVisitor } from './visitor.ts';

const CHAT_SECRET = 'known to the chat and to us';
const signed = (text: string): string => createHmac('sha256', CHAT_SECRET).update(text).digest('hex');

/** Common to all stand-ins: records calls where the page does not look, and leaves the traces of such scripts. */
const BEGIN = `
  const say = (...words) => (window.chatCalls ??= []).push(JSON.parse(JSON.stringify(words)));
  const leave = (id, name, cookie) => {
    const part = document.createElement('div');
    part.id = id;
    const frame = document.createElement('iframe');
    frame.name = name;
    part.append(frame);
    document.body.append(part);
    document.cookie = cookie + '=1; path=/';
  };`;

const INTERCOM = `${BEGIN}
  if (window.Intercom) {
    const before = window.Intercom.q;
    window.Intercom = say;
    say('boot', window.intercomSettings);
    before.forEach((words) => say(...words));
    leave('intercom-container', 'intercom-frame', 'intercom-session-abc123');
    localStorage.setItem('intercom.intercom-state-abc123', '1');
  }`;
const CRISP = `${BEGIN}
  if (window.$crisp) {
    const before = window.$crisp;
    window.$crisp = { push: (words) => say(...words) };
    say('boot', window.CRISP_WEBSITE_ID);
    before.forEach((words) => say(...words));
    leave('crisp', 'crisp-frame', 'crisp-client%2Fsession%2Fa');
    document.getElementById('crisp').className = 'crisp-client';
  }`;
const CHATWOOT = `${BEGIN}
  window.chatwootSDK = {
    run(options) {
      say('run', options);
      window.$chatwoot = Object.fromEntries(
        ['setUser', 'setCustomAttributes', 'reset'].map((name) => [name, (...words) => say(name, ...words)]),
      );
      leave('cw-widget-holder', 'chatwoot_live_chat_widget', 'cw_conversation');
      window.dispatchEvent(new Event('chatwoot:ready'));
    },
  };`;

const WEBSITE = 'a1f6c0de-0000-4000-8000-000000000001';
const server = await startScriptServer('/packs/js/sdk.js', CHATWOOT);
afterAll(() => server.stop());

interface Member {
  readonly pk: string;
  readonly email: string;
  readonly created_at: string;
}

interface Company {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly script: string;
  readonly body: string;
  /** Expected calls for a visitor, for a member, and at the end. */
  readonly visitor: unknown;
  readonly member: (member: Member) => unknown[];
  readonly end: unknown;
  readonly globals: readonly string[];
}

const since = ({ created_at }: Member): number => Math.floor(Date.parse(created_at) / 1000);

const COMPANIES: readonly Company[] = [
  {
    name: 'Intercom',
    env: { INTERCOM_APP_ID: 'abc123' },
    script: 'https://widget.intercom.io/widget/abc123',
    body: INTERCOM,
    visitor: ['boot', { app_id: 'abc123' }],
    member: (member) => [
      [
        'update',
        {
          user_id: member.pk,
          name: member.email,
          email: member.email,
          created_at: since(member),
          user_hash: signed(member.pk),
        },
      ],
    ],
    end: ['shutdown'],
    globals: ['Intercom', 'intercomSettings'],
  },
  {
    name: 'Crisp',
    env: { CRISP_WEBSITE_ID: WEBSITE },
    script: 'https://client.crisp.chat/l.js',
    body: CRISP,
    visitor: ['boot', WEBSITE],
    member: (member) => [
      ['set', 'user:email', [member.email, signed(member.email)]],
      ['set', 'user:nickname', [member.email]],
      [
        'set',
        'session:data',
        [
          [
            ['user_id', member.pk],
            ['created_at', since(member)],
          ],
        ],
      ],
    ],
    end: ['do', 'session:reset'],
    globals: ['$crisp', 'CRISP_WEBSITE_ID'],
  },
  {
    name: 'Chatwoot',
    env: { CHATWOOT_URL: server.url, CHATWOOT_TOKEN: 'token1' },
    script: `${server.url}/packs/js/sdk.js`,
    body: CHATWOOT,
    visitor: ['run', { websiteToken: 'token1', baseUrl: server.url }],
    member: (member) => [
      ['setUser', member.pk, { name: member.email, email: member.email, identifier_hash: signed(member.pk) }],
      ['setCustomAttributes', { created_at: since(member) }],
    ],
    end: ['reset'],
    globals: ['$chatwoot', 'chatwootSDK'],
  },
];

const PATIENT = { timeout: 15_000 };

const calls = (page: Page) => page.evaluate(() => (window as { chatCalls?: unknown[] }).chatCalls ?? []);
const profileOf = (page: Page) =>
  page.evaluate(
    async () => (await fetch('/api/user/me', { headers: { 'client-id': 'chat-test' } })).json() as Promise<Member>,
  );

describe.each(COMPANIES)('the chat of $name', (company) => {
  const visitor = createVisitor({ ownProduct: { ...BEHIND_PROXY, ...company.env, CHAT_SECRET } });
  const scripts = { [company.script]: company.body };

  test('appears after an answer, identifies members by a signature, and leaves no trace after logout', async () => {
    const { page, elsewhere } = await openFrom(visitor, 'DE', '/faq', scripts);
    await banner(page).getByText(`the ${company.name} chat loads`).waitFor();
    expect(elsewhere).toEqual([]);
    await answer(page, 'Only necessary');
    await expect.poll(() => calls(page), PATIENT).toEqual([company.visitor]);
    expect(elsewhere).toEqual([company.script]);

    const email = await signUp(page);
    await prove(page, visitor.url(), email);
    await page.goto(`${visitor.url()}/change-password/abc`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await calls(page)).toEqual([]);
    await page.goto(`${visitor.url()}/app/my-account`);
    const member = await profileOf(page);
    await expect.poll(() => calls(page), PATIENT).toEqual([company.visitor, ...company.member(member)]);

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect.poll(async () => (await calls(page)).at(-1)).toEqual(company.end);
    const left = () =>
      page.evaluate(
        ([names, script]) => ({
          globals: names.filter((name) => name in window),
          parts: document.querySelectorAll(`script[src="${script}"], iframe`).length,
          cookies: document.cookie.split('; ').filter((cookie) => /intercom|crisp|cw_/.test(cookie)),
          stored: Object.keys(localStorage).filter((key) => /intercom|crisp|cw_/.test(key)),
        }),
        [company.globals, company.script] as const,
      );
    await expect.poll(left).toEqual({ globals: [], parts: 0, cookies: [], stored: [] });

    await page.goto(`${visitor.url()}/faq`);
    await expect.poll(() => calls(page), PATIENT).toEqual([company.visitor]);
  });

  test('breaks no page if it cannot be loaded, and only logs to the console', async () => {
    const { page } = await openFrom(visitor, 'DE', '/faq');
    await page.context().route(company.script, (route) => route.abort());
    const warned = page.waitForEvent('console', (message) => message.text().startsWith('The chat could not be loaded'));
    await answer(page, 'Only necessary');
    await warned;
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
