import type { SessionView } from '@clearcut/schemas/identity/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, PASSWORD, type Person } from '../support/person.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);
const sessionsOf = async (who: Person): Promise<SessionView[]> =>
  (await bodyOf<{ sessions: SessionView[] }>(await who.get('/api/auth/sessions'))).sessions;

/** Sends the same key and body, like a retry. */
const sendAgain = (body: { readonly email: string; readonly password: string }, key = body.email): Promise<Response> =>
  fetch(`${product.url}/api/user`, {
    method: 'POST',
    headers: { 'client-id': 'again', 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

/** The answer without its own id. */
async function saidBy(answer: Response): Promise<object> {
  const { uuid: _, ...body } = await bodyOf<{ uuid: string }>(answer);
  return { status: answer.status, ...body };
}

describe('signing up', () => {
  test('makes an account, a team with its admin, and a session', async () => {
    const ann = person();
    const profile = await ann.signUp('Ann@Example.com', { first_name: 'Ann', last_name: 'Lee', language: 'es' });
    expect(profile).toMatchObject({
      email: 'Ann@Example.com',
      first_name: 'Ann',
      last_name: 'Lee',
      language: 'es',
      role: 'admin',
      team_permissions: { role: 'admin', views_permissions: { editor: true, myImages: true, billing: true } },
      is_staff: false,
      staff_roles: [],
      has_password: true,
    });
    expect(await ann.me()).toEqual(profile);
    expect(await product.typesOf(`account-${profile.pk}`)).toEqual(['AccountRegistered']);
    expect(await product.typesOf(`team-${profile.team_id}`)).toEqual(['TeamCreated']);
  });

  test('refuses a taken address in any case', async () => {
    await person().signUp('taken@example.com');
    const answer = await person().send('POST', '/api/user', { email: ' TAKEN@example.COM ', password: 'other' });
    expect(await errorOf(answer)).toBe('409 email_exists');
  });

  test('mails the owner of an address already in use, at most five times an hour', async () => {
    const owner = 'owner-warnings@example.com';
    const who = person();
    await who.signUp(owner);
    await who.prove(owner);
    for (let i = 0; i < 7; i++) {
      const answer = await person().send('POST', '/api/user', { email: owner.toUpperCase(), password: PASSWORD });
      expect(await errorOf(answer)).toBe('409 email_exists');
    }
    const warnings = async () =>
      (await mailsTo(product.url, owner)).filter(({ subject }) => subject.includes('You already have an account'));
    await expect.poll(async () => (await warnings()).length).toBe(5);
    expect((await warnings())[0]?.text).toContain('/forgot-password');
  });

  test('needs an address and a long enough, uncommon password typed on any keyboard', async () => {
    for (const [body, fields] of [
      [{ password: 'x' }, { email: 'Email is required' }],
      [{ email: '', password: 'x' }, { email: 'Email is required' }],
      [{ email: 'ann', password: 'x' }, { email: 'Please enter a valid email address' }],
      [{ email: 'new@example.com' }, { password: 'This field is required' }],
      [{ email: 'new@example.com', password: '' }, { password: 'This field is required' }],
      [{ email: 'new@example.com', password: 'x7!x7!x' }, { password: 'Use at least 8 characters' }],
      [
        { email: 'new@example.com', password: 'with a space' },
        { password: 'Use letters, digits and symbols without spaces or accents' },
      ],
    ] as const) {
      const answer = await person().send('POST', '/api/user', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errorCode: 'validation_failed', validation_errors: fields });
    }
    const common = await person().send('POST', '/api/user', { email: 'new@example.com', password: 'Football1' });
    expect(await errorOf(common)).toBe('400 password_common');
  });

  test('64 simultaneous sign-ups with one address make one account and one team', async () => {
    const email = 'crowd@example.com';
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => person().send('POST', '/api/user', { email, password: PASSWORD })),
    );
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? '201' : errorOf(answer))));
    expect(outcomes.sort()).toEqual(['201', ...Array.from({ length: 63 }, () => '409 email_exists')]);
    const users = await product.database.query<{ team_id: string }>(
      'SELECT team_id FROM identity.users WHERE email = $1',
      [email],
    );
    expect(users).toHaveLength(1);
    const ofTeam = await product.typesOf(`team-${users[0]?.team_id}`);
    expect(ofTeam.filter((type) => type === 'TeamCreated')).toHaveLength(1);
  });

  test('repeats under one Idempotency-Key make one account, and only with its password', async () => {
    const body = { email: 'again@example.com', password: PASSWORD };
    const [first, second] = [await sendAgain(body), await sendAgain(body)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await bodyOf<{ pk: string }>(first)).pk).toBe((await bodyOf<{ pk: string }>(second)).pk);
    expect(await errorOf(await sendAgain({ ...body, password: 'guessed-it' }))).toBe('409 email_exists');
  });

  test('regression: an Idempotency-Key of a sign-up is refused with another address', async () => {
    const body = { email: 'said-first@example.com', password: PASSWORD };
    expect((await sendAgain(body, 'one-key')).status).toBe(201);
    const other = { ...body, email: 'said-later@example.com' };
    expect(await errorOf(await sendAgain(other, 'one-key'))).toBe('422 idempotency_key_reused');
    expect((await sendAgain(other, 'another-key')).status).toBe(201);
  });

  test('simultaneous requests under one Idempotency-Key make one account too', async () => {
    const body = { email: 'at-once@example.com', password: PASSWORD };
    const guess = { ...body, password: 'guessed-it' };
    const answers = await Promise.all([body, body, body, body].map((one) => sendAgain(one)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const profiles = await Promise.all(answers.map((answer) => bodyOf<{ pk: string }>(answer)));
    expect(new Set(profiles.map(({ pk }) => pk)).size).toBe(1);
    expect(await product.typesOf(`account-${profiles[0]?.pk}`)).toEqual(['AccountRegistered']);

    const email = 'guessed@example.com';
    const outcomes = await Promise.all(
      [body, guess].map(async (one) => {
        const answer = await sendAgain({ ...one, email });
        return answer.ok ? '201' : errorOf(answer);
      }),
    );
    expect(outcomes.sort()).toEqual(['201', '409 email_exists']);
  });
});

describe('logging in', () => {
  const email = 'bob@example.com';
  beforeAll(() => person().signUp(email));

  test('accepts the address in any case and with space around it', async () => {
    const answer = await person().logIn('  BOB@example.com ');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ email });
  });

  test('gives the same answer to a wrong password and to an address without an account', async () => {
    const wrong = await saidBy(await person().logIn(email, 'wrong'));
    expect(wrong).toEqual({
      status: 400,
      errorCode: 'credentials_incorrect',
      message: 'The username and/or password is incorrect',
    });
    expect(await saidBy(await person().logIn('nobody@example.com', 'wrong'))).toEqual(wrong);
  });

  test('gives a new token, whatever the browser had', async () => {
    const planted = 'A'.repeat(43);
    const bob = person();
    bob.setSession(planted);
    await bob.logIn(email);
    const first = bob.session();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe(planted);
    // The attacker is a visitor.
    const attacker = person();
    attacker.setSession(planted);
    expect(await attacker.me()).toBeUndefined();

    await bob.logIn(email);
    expect(bob.session()).not.toBe(first);
    attacker.setSession(first ?? '');
    expect(await attacker.me()).toBeUndefined();
  });

  test('names the anonymous session that it came from', async () => {
    const bob = person();
    await bob.get('/api/user/me');
    const anonymous = bob.session();
    expect(anonymous).toBeDefined();
    const profile = await bodyOf<{ anonymous_session_id: string }>(await bob.logIn(email));
    expect(profile.anonymous_session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(bob.session()).not.toBe(anonymous);
  });

  test('the cookie is hidden from scripts and not sent by other sites', async () => {
    const answer = await person().logIn(email);
    expect(answer.headers.getSetCookie().join()).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe('sessions', () => {
  test('are listed, and each can be ended from any other', async () => {
    const [phone, laptop] = [person(), person()];
    await phone.signUp('cyd@example.com');
    await laptop.logIn('cyd@example.com');
    const listed = await sessionsOf(laptop);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed).toHaveLength(2);

    const other = listed.find(({ current }) => !current);
    expect((await laptop.send('DELETE', `/api/auth/sessions/${other?.id}`)).status).toBe(204);
    expect(await phone.me()).toBeUndefined();
    expect(await errorOf(await laptop.send('DELETE', `/api/auth/sessions/${other?.id}`))).toBe('404 session_not_found');
    expect(await sessionsOf(laptop)).toHaveLength(1);
  });

  test('cannot be ended by another user', async () => {
    const [dan, eve] = [person(), person()];
    await dan.signUp('dan@example.com');
    await eve.signUp('eve@example.com');
    const [session] = await sessionsOf(dan);
    expect(await errorOf(await eve.send('DELETE', `/api/auth/sessions/${session?.id}`))).toBe('404 session_not_found');
    expect(await dan.me()).toBeDefined();
  });

  test('all sessions but this one can be ended together', async () => {
    const browsers = [person(), person(), person()];
    await browsers[0]?.signUp('fay@example.com');
    for (const browser of browsers.slice(1)) await browser.logIn('fay@example.com');
    expect((await browsers[2]?.send('DELETE', '/api/auth/sessions'))?.status).toBe(204);
    const left = await Promise.all(browsers.map(async (browser) => (await browser.me()) !== undefined));
    expect(left).toEqual([false, false, true]);
  });

  test('end with the logout, also for a stored copy of the cookie', async () => {
    const gus = person();
    await gus.signUp('gus@example.com');
    const kept = gus.session() ?? '';
    expect((await gus.get('/api/auth/logout')).status).toBe(204);
    expect(gus.session()).toBeUndefined();
    gus.setSession(kept);
    expect(await gus.me()).toBeUndefined();
    // All logins have ended.
    gus.setSession(kept);
    expect((await gus.get('/api/auth/logout')).status).toBe(204);
    expect(gus.session()).toBeUndefined();
  });

  test('end 30 days after the login, however much they are used', async () => {
    const hal = person();
    const { pk } = await hal.signUp('hal@example.com');
    const age = (days: number) =>
      product.database.query(
        'UPDATE identity.sessions SET created_at = now() - make_interval(days => $2), last_seen_at = now() WHERE user_id = $1',
        [pk, days],
      );
    await age(29);
    // The cookie lasts no longer than the login.
    const used = await hal.get('/api/user/me');
    expect([used.status, used.headers.getSetCookie()]).toEqual([200, []]);
    await age(31);
    expect(await hal.me()).toBeUndefined();
  });

  test('are not sent again as a cookie once they have ended', async () => {
    const kay = person();
    await kay.signUp('kay@example.com');
    const token = kay.session() ?? '';
    await kay.get('/api/auth/logout');
    kay.setSession(token);
    const ended = await kay.get('/api/user/me');
    expect(ended.status).toBe(401);
    expect(ended.headers.getSetCookie().join()).not.toContain(token);
  });
});

test('refuses text that PostgreSQL cannot store, and changes nothing', async () => {
  const ned = person();
  const nameless = { email: 'ned@example.com', password: PASSWORD, first_name: 'N\0d' };
  expect(await errorOf(await ned.send('POST', '/api/user', nameless))).toBe('400 validation_failed');
  await ned.signUp('ned@example.com');
  const [first_name, password] = ['N\0d', 'another-horse-8'];
  const change = await ned.send('PATCH', '/api/user/me', { first_name, password });
  expect(await errorOf(change)).toBe('400 validation_failed');
  const user = { email: 'nel@example.com', role: 3, firstName: 'N\0l' };
  expect(await errorOf(await ned.send('POST', '/api/admin/users', user))).toBe('400 validation_failed');
  for (const [path, filter] of [
    ['users', { q: 'n\0' }],
    ['credit-ledger', { from: '0000-01-01T00:00:00Z' }],
    ['credit-ledger/export.csv', { to: '0001-01-01T00:00:00+00:01' }],
  ] as const) {
    const answer = await ned.get(`/api/admin/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    expect(await errorOf(answer), path).toBe('400 validation_failed');
  }
  for (const from of ['0001-01-01T00:00:00Z', '2024-01-01T00:00:00+20:00', '9999-12-31T23:59:59.999Z']) {
    const filter = encodeURIComponent(JSON.stringify({ from }));
    expect((await ned.get(`/api/admin/credit-ledger?filter=${filter}`)).status, from).toBe(200);
  }
  expect((await person().logIn('ned@example.com')).status).toBe(200);
});

describe('the profile', () => {
  test('accepts names and language, and nothing else', async () => {
    const ivy = person();
    await ivy.signUp('ivy@example.com');
    const answer = await ivy.send('PATCH', '/api/user/me', { first_name: ' Ivy ', language: 'ar' });
    expect(await answer.json()).toMatchObject({ first_name: 'Ivy', last_name: '', language: 'ar' });
    expect(await ivy.me()).toMatchObject({ first_name: 'Ivy', language: 'ar' });
    for (const body of [
      { role: 'admin' },
      { email: 'x@example.com' },
      { language: 'xx' },
      { first_name: 'x'.repeat(51) },
    ]) {
      expect(await errorOf(await ivy.send('PATCH', '/api/user/me', body))).toBe('400 validation_failed');
    }
  });

  test('a new password ends other sessions and is announced by mail', async () => {
    const [jo, other] = [person(), person()];
    const { pk } = await jo.signUp('jo@example.com');
    await jo.prove('jo@example.com');
    await other.logIn('jo@example.com');
    const change = (body: object) => jo.send('PATCH', '/api/user/me', body);
    const password = 'another-horse-8';
    expect(await errorOf(await change({ password: 'short' }))).toBe('400 validation_failed');
    expect(await errorOf(await change({ password: 'with a space' }))).toBe('400 validation_failed');
    expect((await change({ password })).status).toBe(200);
    expect(await jo.me()).toBeDefined();
    expect(await other.me()).toBeUndefined();
    expect(await errorOf(await person().logIn('jo@example.com'))).toBe('400 credentials_incorrect');
    expect((await person().logIn('jo@example.com', password)).status).toBe(200);
    expect((await mailTo(product.url, 'jo@example.com', /password was changed/)).text).toContain('/forgot-password');
    expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'AddressProved', 'PasswordChanged']);
  });
});

describe('another site', () => {
  test('changes nothing with a form, even if the browser sends the cookies', async () => {
    const kim = person();
    await kim.signUp('kim@example.com');
    const before = await kim.me();
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/api/user/me/close', '/api/auth/login', '/api/auth/send-token', '/api/user']) {
      const answer = await kim.submitForm(path, { email: 'kim@example.com', password: PASSWORD }, foreign);
      expect(await errorOf(answer), path).toMatch(/^400 /);
      // A form can send plain text that happens to be JSON.
      const text = await fetch(product.url + path, {
        method: 'POST',
        headers: { ...foreign, 'content-type': 'text/plain', cookie: `clearcut_session=${kim.session()}` },
        body: JSON.stringify({ email: 'kim@example.com', password: PASSWORD }),
      });
      expect(text.status, path).toBe(400);
    }
    const logout = await fetch(`${product.url}/api/auth/logout`, {
      headers: { ...foreign, cookie: `clearcut_session=${kim.session()}` },
    });
    expect(await errorOf(logout)).toBe('400 client_id_required');
    expect(await kim.me()).toEqual(before);
  });
});
