import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { mailboxKey } from '../support/mailbox.ts';
import { createPerson, mailsTo, mailTo, type Person, tokenIn } from '../support/person.ts';

const PATIENCE = { timeout: 60_000 };

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);
const NEW_PASSWORD = 'another-horse-8';

async function ask(path: 'send-token' | 'magic-link', email: string, language = 'en'): Promise<number> {
  return (await person().send('POST', `/api/auth/${path}`, { email, language })).status;
}

describe('a lost password', () => {
  test('is replaced with a mailed link, once', async () => {
    const ann = person();
    await ann.signUp('ann@example.com');
    expect(await ask('send-token', 'ANN@example.com')).toBe(204);
    const token = tokenIn(await mailTo(product.url, 'ANN@example.com', /new password/));
    const reset = (password: string) => person().send('POST', '/api/auth/reset-password', { token, password });

    expect(await errorOf(await reset('short'))).toBe('400 validation_failed');
    expect((await reset(NEW_PASSWORD)).status).toBe(204);
    expect(await errorOf(await reset('third-horse-9'))).toBe('400 link_expired');
    // The session may belong to a thief of the password.
    expect(await ann.me()).toBeUndefined();
    expect(await errorOf(await person().logIn('ann@example.com'))).toBe('400 credentials_incorrect');
    expect((await person().logIn('ann@example.com', NEW_PASSWORD)).status).toBe(200);
  });

  test('simultaneous uses of the link work for one', async () => {
    await person().signUp('crowd@example.com');
    await ask('send-token', 'crowd@example.com');
    const token = tokenIn(await mailTo(product.url, 'crowd@example.com', /new password/));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        person().send('POST', '/api/auth/reset-password', { token, password: `password-${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await person().logIn('crowd@example.com', `password-${winner}`)).status).toBe(200);
  });

  test('another request ends the earlier link, and an hour ends the last one', async () => {
    const { pk } = await person().signUp('bob@example.com');
    await ask('send-token', 'bob@example.com');
    const earlier = tokenIn(await mailTo(product.url, 'bob@example.com', /new password/));
    await ask('send-token', 'bob@example.com', 'es');
    const mail = await mailTo(product.url, 'bob@example.com', /contraseña nueva/);
    expect(mail.text).toContain('/es/change-password/');
    const reset = (token: string) =>
      person().send('POST', '/api/auth/reset-password', { token, password: NEW_PASSWORD });
    expect(await errorOf(await reset(earlier))).toBe('400 link_expired');
    await product.database.query(
      `UPDATE identity.tokens SET expires_at = expires_at - interval '60 minutes' WHERE user_id = $1`,
      [pk],
    );
    expect(await errorOf(await reset(tokenIn(mail)))).toBe('400 link_expired');
    expect((await person().logIn('bob@example.com')).status).toBe(200);
  });
});

test('a reset link ends with the password that it was requested for', async () => {
  const eli = person();
  await eli.signUp('eli@example.com');
  await ask('send-token', 'eli@example.com');
  const token = tokenIn(await mailTo(product.url, 'eli@example.com', /new password/));
  await eli.send('PATCH', '/api/user/me', { password: NEW_PASSWORD });
  const late = await person().send('POST', '/api/auth/reset-password', { token, password: 'third-horse-9' });
  expect(await errorOf(late)).toBe('400 link_expired');
});

describe('a magic link', () => {
  test('logs in once, and a new password ends it', async () => {
    await person().signUp('cyd@example.com');
    expect(await ask('magic-link', 'cyd@example.com')).toBe(204);
    const token = tokenIn(await mailTo(product.url, 'cyd@example.com', /link to log in/));
    const cyd = person();
    const answer = await cyd.send('POST', '/api/auth/magic-link/login', { token });
    expect(answer.status).toBe(200);
    expect(await cyd.me()).toEqual(await answer.json());
    expect(await errorOf(await person().send('POST', '/api/auth/magic-link/login', { token }))).toBe(
      '400 link_expired',
    );

    await ask('magic-link', 'cyd@example.com', 'es');
    const second = tokenIn(await mailTo(product.url, 'cyd@example.com', /entrar/));
    await cyd.send('PATCH', '/api/user/me', { password: NEW_PASSWORD });
    const late = await person().send('POST', '/api/auth/magic-link/login', { token: second });
    expect(await errorOf(late)).toBe('400 link_expired');
  });

  test('is not interchangeable with a token of another kind', async () => {
    await person().signUp('dan@example.com');
    await ask('magic-link', 'dan@example.com');
    const token = tokenIn(await mailTo(product.url, 'dan@example.com', /link to log in/));
    const reset = await person().send('POST', '/api/auth/reset-password', { token, password: NEW_PASSWORD });
    expect(await errorOf(reset)).toBe('400 link_expired');
    const invitation = await person().get(`/api/auth/invitation?token=${token}`);
    expect(await errorOf(invitation)).toBe('400 link_expired');
    await ask('send-token', 'dan@example.com');
    const toReset = tokenIn(await mailTo(product.url, 'dan@example.com', /new password/));
    for (const other of [toReset, 'x', 'A'.repeat(43)]) {
      const answer = await person().send('POST', '/api/auth/magic-link/login', { token: other });
      expect(await errorOf(answer)).toBe('400 link_expired');
    }
  });

  test('works for ten minutes', async () => {
    const { pk } = await person().signUp('kit@example.com');
    await ask('magic-link', 'kit@example.com');
    const token = tokenIn(await mailTo(product.url, 'kit@example.com', /link to log in/));
    await product.database.query(
      `UPDATE identity.tokens SET expires_at = expires_at - interval '10 minutes' WHERE user_id = $1`,
      [pk],
    );
    const late = await person().send('POST', '/api/auth/magic-link/login', { token });
    expect(await errorOf(late)).toBe('400 link_expired');
  });
});

test('an invited user who asks for a password gets the invitation again, or no mail once it is withdrawn', async () => {
  const admin = person();
  await admin.signUp('admin@example.com', { first_name: 'Ada' });
  await admin.prove('admin@example.com');
  const invite = async (email: string): Promise<string> => {
    const answer = await admin.send('POST', '/api/admin/users', { email, role: 3 });
    await mailTo(product.url, email, /Ada invites you/);
    return (await bodyOf<{ id: string }>(answer)).id;
  };
  await invite('kim@example.com');
  await ask('send-token', 'kim@example.com', 'es');
  const mail = await mailTo(product.url, 'kim@example.com', /Ada te invita/);
  const answer = await person().send('POST', '/api/auth/accept-invitation', {
    token: tokenIn(mail),
    password: NEW_PASSWORD,
  });
  expect(answer.status).toBe(200);

  const lou = await invite('lou@example.com');
  expect((await admin.send('DELETE', `/api/admin/users/${lou}`)).status).toBe(200);
  await expect.poll(() => product.database.query('SELECT recipient FROM identity.mails'), PATIENCE).toEqual([]);
  expect(await mailsTo(product.url, 'lou@example.com')).toHaveLength(1);
});

test('requesting a link does not reveal whether there is an account', async () => {
  await person().signUp('eve@example.com');
  for (const path of ['send-token', 'magic-link'] as const) {
    expect(await ask(path, 'eve@example.com')).toBe(204);
    expect(await ask(path, 'nobody@example.com')).toBe(204);
  }
  await mailTo(product.url, 'eve@example.com', /link to log in/);
  await expect.poll(() => product.database.query('SELECT recipient FROM identity.mails'), PATIENCE).toEqual([]);
  expect(await mailsTo(product.url, 'nobody@example.com')).toEqual([]);
});

test('no table but the mailbox holds the token of a link or a session', async () => {
  const fay = person();
  await fay.signUp('fay@example.com');
  await ask('send-token', 'fay@example.com');
  const token = tokenIn(await mailTo(product.url, 'fay@example.com', /new password/));
  expect(await tablesWith(fay.session() ?? '')).toEqual([]);
  expect(await tablesWith(token)).toEqual(['mailbox.mails']);
  expect(await tablesWith('fay@example.com')).toEqual(['identity.users', 'mailbox.mails']);
});

/** Tables with a row that, as text, contains `text`. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await product.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await product.database.query(`SELECT 1 FROM ${name} t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('a mail that cannot be sent yet is sent later, even by the next process', async () => {
  await person().signUp('gus@example.com');
  // Like a process that dies between taking the mail and sending it.
  await product.database.query('ALTER TABLE mailbox.mails RENAME TO away');
  expect(await ask('magic-link', 'gus@example.com')).toBe(204);
  await expect
    .poll(() => product.database.query('SELECT attempts FROM identity.mails WHERE attempts > 0'), PATIENCE)
    .toHaveLength(1);
  await product.replace('command-api');
  await product.database.query('ALTER TABLE mailbox.away RENAME TO mails');
  await product.database.query('UPDATE identity.mails SET due_at = now()');
  const token = tokenIn(await mailTo(product.url, 'gus@example.com', /link to log in/));
  expect((await person().send('POST', '/api/auth/magic-link/login', { token })).status).toBe(200);
});

describe('the mailbox', () => {
  test('shows a mail in HTML and text, with names as text', async () => {
    const ivy = person();
    await ivy.signUp('ivy@example.com');
    await ask('send-token', 'ivy@example.com');
    const { id } = await mailTo(product.url, 'ivy@example.com', /new password/);
    const headers = { cookie: `clearcut_mailbox=${mailboxKey(product.url)}` };
    const list = await (await fetch(`${product.url}/dev/mailbox`, { headers })).text();
    expect(list).toContain(`href="/dev/mailbox/${id}"`);
    const others = await (await fetch(`${product.url}/dev/mailbox?to=nobody@example.com`, { headers })).text();
    expect(others).not.toContain('href="/dev/mailbox/');
    const page = await (await fetch(`${product.url}/dev/mailbox/${id}`, { headers })).text();
    expect(page).toContain('<iframe title="The mail" sandbox="allow-top-navigation-by-user-activation"');
    expect(page).not.toContain('<script');
    expect(await errorOf(await fetch(`${product.url}/dev/mailbox/nonsense`, { headers }))).toBe('404 not_found');
  });

  test('opens only with the key in the printed address, which a silent proxy does not know', async () => {
    const { id } = await mailTo(product.url, 'ivy@example.com', /new password/);
    const at = (path: string, headers = {}) =>
      fetch(`${product.url}/dev/mailbox${path}`, { headers, redirect: 'manual' });
    const key = mailboxKey(product.url);
    for (const path of ['', `/${id}`, '?key=', `?key=${key}x`, `?key=${key}&key=${key}`, `/${id}?key=wrong`]) {
      expect(await errorOf(await at(path, { accept: 'application/json' })), path).toBe('403 forbidden');
      const page = await at(path, { accept: 'text/html', cookie: 'clearcut_mailbox=wrong' });
      expect(page.status, path).toBe(403);
      const text = await page.text();
      expect(text).toContain('the address that Clearcut printed when it started');
      expect(text).not.toContain('ivy@example.com');
    }
    const opened = await at(`?key=${key}`, { accept: 'text/html' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dev/mailbox']);
    expect(opened.headers.get('set-cookie')).toMatch(
      /^clearcut_mailbox=[\w-]{43}; Path=\/dev\/mailbox; HttpOnly; SameSite=Lax$/,
    );
    const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
    expect((await at(`/${id}`, { cookie })).status).toBe(200);
  });

  test.each([
    ['a page whose name leads to this machine', { host: 'evil.example' }],
    ['a person behind a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['a person behind a proxy with another header', { 'x-real-ip': '203.0.113.7' }],
    ['a person behind a proxy that names itself', { via: '1.1 proxy' }],
    ['a person behind Cloudflare', { 'cf-connecting-ip': '203.0.113.7' }],
    ['a person behind a proxy that sends a client header', { 'x-client-ip': '203.0.113.7' }],
    ['a person behind a proxy that sends a port alone', { 'x-forwarded-port': '443' }],
  ])('is not there for %s', async (_, headers) => {
    expect(await statusOf('/dev/mailbox', headers)).toBe(404);
    expect(await statusOf('/dev/oidc/.well-known/openid-configuration', headers)).toBe(404);
    expect(await statusOf('/dev/mailbox', { accept: 'application/json' })).toBe(403);
  });

  test('is not available behind an nginx that only has our address configured', async () => {
    const { hostname, port, host } = new URL(product.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /dev/mailbox HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

/** Uses node:http, because fetch sets the Host header itself. */
async function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(product.url + path, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
