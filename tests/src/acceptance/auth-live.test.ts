import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../conformance/mail/smtp-server.ts';
import { errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, PASSWORD } from '../support/person.ts';
import { eventually } from '../support/product.ts';

/** As on the internet: a public name, a mail server, an unreachable issuer, and a human check. */
let smtp: SmtpServer;
let live: Installation;
/** The same without a mail server. */
let mute: Installation;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const PUBLIC_URL = 'https://clearcut.example.com';
  [live, mute] = await Promise.all([
    startInstallation({
      PUBLIC_URL,
      SMTP_URL: smtp.url,
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'clearcut',
      OIDC_NAME: 'Example ID',
    }),
    startInstallation({ PUBLIC_URL, TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' }),
  ]);
});
afterAll(async () => {
  await Promise.all([live.stop(), mute.stop()]);
  await smtp.close();
});

const optionsOf = async ({ url }: Installation): Promise<unknown> => (await fetch(`${url}/api/auth/options`)).json();
const policyOf = async ({ url }: Installation): Promise<string> =>
  (await fetch(`${url}/healthz`)).headers.get('content-security-policy') ?? '';

test('sends mails by SMTP, with links to the public address', async () => {
  const ann = createPerson(live.url);
  await ann.signUp('ann@example.com');
  expect((await ann.send('POST', '/api/auth/send-token', { email: 'ann@example.com' })).status).toBe(204);
  const { to, from, data } = await eventually(() =>
    smtp.received.find((mail) => mail.data.includes('change-password')),
  );
  expect({ to, from }).toEqual({ to: ['ann@example.com'], from: 'no-reply@clearcut.example.com' });
  expect(data.replaceAll('=\r\n', '')).toContain('https://clearcut.example.com/change-password/');
});

test('a mail server that refuses for a while loses no mail', async () => {
  smtp.answer = '451 Try again later';
  const ann = createPerson(live.url);
  await ann.send('POST', '/api/auth/magic-link', { email: 'ann@example.com' });
  await eventually(async () => {
    const waiting = await live.database.query('SELECT 1 FROM identity.mails WHERE attempts > 0 AND due_at > now()');
    return waiting.length > 0 ? true : undefined;
  });
  smtp.answer = '250 Taken';
  const before = smtp.received.length;
  await live.database.query('UPDATE identity.mails SET due_at = now()');
  await eventually(() => (smtp.received.length > before ? true : undefined));
  await eventually(async () =>
    (await live.database.query('SELECT 1 FROM identity.mails')).length === 0 ? true : undefined,
  );
});

test('nothing of the sandbox is available', async () => {
  for (const { url } of [live, mute]) {
    for (const path of ['/dev/mailbox', '/dev/oidc/.well-known/openid-configuration', '/dev/oidc/jwks']) {
      expect((await fetch(url + path)).status, path).toBe(404);
    }
  }
  expect(await optionsOf(live)).toEqual({
    oidc: { name: 'Example ID' },
    humanCheck: null,
    passwordMinLength: 8,
    sandbox: false,
    starterCredits: 0,
  });
  expect(await optionsOf(mute)).toEqual({
    oidc: null,
    humanCheck: { siteKey: 'site' },
    passwordMinLength: 8,
    sandbox: false,
    starterCredits: 0,
  });
});

test('an unreachable issuer returns users with a message', async () => {
  const answer = await createPerson(live.url).get('/api/auth/oidc/start?type=register');
  expect(answer.headers.get('location')).toBe('/?oauth_error=generic&type=register');
  expect(await errorOf(await createPerson(mute.url).get('/api/auth/oidc/start'))).toBe('404 oidc_not_configured');
});

test('a request that needs mail fails when no mail can be sent', async () => {
  const answer = await createPerson(mute.url).send('POST', '/api/auth/send-token', { email: 'bob@example.com' });
  expect(await errorOf(answer)).toBe('503 mail_unavailable');
});

test('with a human check no login works without it, and pages may show it', async () => {
  const bob = createPerson(mute.url);
  const body = { email: 'bob@example.com', password: 'x' };
  expect(await errorOf(await bob.send('POST', '/api/user', body))).toBe('400 human_check_failed');
  expect(await errorOf(await bob.send('POST', '/api/auth/login', body))).toBe('400 human_check_failed');
  expect(await policyOf(mute)).toMatch(/script-src 'self' https:\/\/challenges\.cloudflare\.com;/);
  expect(await policyOf(live)).not.toContain('cloudflare');
});

test('over https, cookies are for this host only', async () => {
  const ann = createPerson(live.url);
  const answer = await ann.send('POST', '/api/user', { email: 'https@example.com', password: PASSWORD });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-clearcut_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  expect((await ann.me())?.email).toBe('https@example.com');
  // A cookie without the prefix could come from a sister domain, so it is ignored.
  const planted = createPerson(live.url);
  planted.setSession(/=([\w-]{43});/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? '');
  expect(await planted.me()).toBeUndefined();
});
