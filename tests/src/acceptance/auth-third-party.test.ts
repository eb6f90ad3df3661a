import type { ThirdPartyLogin } from '@clearcut/schemas/identity/third-party';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);

function locationOf(answer: Response): URL {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`There is no way on: ${answer.status}`);
  return new URL(location, product.url);
}

interface Given {
  readonly type?: 'login' | 'register';
  readonly returnTo?: string;
  readonly answer?: 'agree' | 'refuse';
  readonly verified?: boolean;
  readonly name?: string;
  readonly visitorId?: string;
  readonly language?: string;
}

/** Visits the third party and, after its page is answered, stops at the return address. */
async function go(
  who: Person,
  email: string,
  {
    type = 'login',
    returnTo,
    answer = 'agree',
    verified = true,
    name = 'Sam van der Berg',
    visitorId,
    language,
  }: Given = {},
) {
  const query = new URLSearchParams({
    type,
    ...(returnTo === undefined ? {} : { return_to: returnTo }),
    ...(visitorId === undefined ? {} : { visitor_id: visitorId }),
    ...(language === undefined ? {} : { language }),
  });
  const there = locationOf(await who.get(`/api/auth/oidc/start?${query.toString()}`));
  expect(there.pathname).toBe('/dev/oidc/authorize');
  expect(Object.fromEntries(there.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
    nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
  });
  const page = await (await who.get(there.href)).text();
  expect(page).toContain('<h1>Sandbox ID</h1>');
  const fields = { ...Object.fromEntries(there.searchParams), email, name, answer };
  return locationOf(
    await who.submitForm('/dev/oidc/authorize', { ...fields, ...(verified ? { email_verified: 'on' } : {}) }),
  );
}

/** Runs the whole login; resolves with the final address. */
async function logIn(who: Person, email: string, given: Given = {}): Promise<string> {
  const back = await go(who, email, given);
  return end(who, back.href);
}

const attributions = async () =>
  (await product.events('attribution')).flatMap(({ event: { type, data } }) =>
    type === 'AccountAttributed' ? [data] : [],
  );

test("an account made through another site counts for its owner's campaign", async () => {
  const landing = {
    timestamp: new Date().toISOString(),
    landing_page_url: 'https://clearcut.example/?utm_source=news',
    referrer_url: '',
  };
  const { visitor_id: visitorId } = await bodyOf<{ visitor_id: string }>(
    await person().send('POST', '/api/analytics/landing/', landing),
  );
  const who = person();
  await logIn(who, 'via-news@example.com', { type: 'register', visitorId });
  const { pk } = await bodyOf<{ pk: string }>(await who.get('/api/user/me'));
  await expect
    .poll(attributions, { timeout: 30_000 })
    .toEqual([{ userId: pk, source: 'news', medium: 'none', campaign: null, variant: 'photographs' }]);
});

test('a new account uses the language of the page that its owner came from', async () => {
  const who = person();
  await logIn(who, 'from-an-arabic-page@example.com', { type: 'register', language: 'ar' });
  expect(await who.me()).toMatchObject({ language: 'ar' });
});

test('the first login makes an account with a team, later ones open it', async () => {
  const sam = person();
  expect(await logIn(sam, 'sam@example.com', { type: 'register', returnTo: '/app/editor?x=1' })).toBe(
    '/app/editor?x=1',
  );
  const profile = await sam.me();
  expect(profile).toMatchObject({
    email: 'sam@example.com',
    first_name: 'Sam',
    last_name: 'van der Berg',
    role: 'admin',
    has_password: false,
  });
  const events = await product.eventStore.readStream(`account-${profile?.pk}`);
  expect(events.map(({ event }) => event.type)).toEqual([
    'AccountRegistered',
    'ThirdPartyLoginLinked',
    'AddressProved',
  ]);

  const elsewhere = person();
  expect(await logIn(elsewhere, 'sam@example.com')).toBe('/app/my-images');
  expect((await elsewhere.me())?.pk).toBe(profile?.pk);
  // No password works until the owner sets one.
  expect(await errorOf(await person().logIn('sam@example.com', ''))).toBe('400 validation_failed');
  expect(await errorOf(await person().logIn('sam@example.com'))).toBe('400 credentials_incorrect');
  expect((await elsewhere.send('PATCH', '/api/user/me', { password: PASSWORD })).status).toBe(200);
  expect((await person().logIn('sam@example.com')).status).toBe(200);
});

test("regression: a login with an address verified by the third party takes over a stranger's unproved account", async () => {
  const [attacker, owner] = [person(), person()];
  const { pk } = await attacker.signUp('wes@example.com');
  expect(await logIn(owner, 'WES@example.com')).toBe('/app/my-images');
  expect(await owner.me()).toMatchObject({ pk, email_verified: true, has_password: false });
  expect(await attacker.me()).toBeUndefined();
  expect(await errorOf(await person().logIn('wes@example.com'))).toBe('400 credentials_incorrect');
  expect(await logIn(person(), 'wes@example.com')).toBe('/app/my-images');
  const events = await product.eventStore.readStream(`account-${pk}`);
  expect(events.map(({ event }) => event.type)).toEqual([
    'AccountRegistered',
    'AddressProved',
    'ThirdPartyLoginLinked',
  ]);
});

test('the login has its own token and remembers the anonymous session', async () => {
  const tom = person();
  await tom.get('/api/user/me');
  const before = tom.session();
  await logIn(tom, 'tom@example.com');
  expect(tom.session()).not.toBe(before);
  expect((await tom.me())?.anonymous_session_id).toMatch(/^[0-9a-f-]{36}$/);
});

test('removes invisible and direction-changing characters from a name', async () => {
  const zed = person();
  expect(await logIn(zed, 'zed@example.com', { name: 'Ze\0d van\u0007 \u202eDyke' })).toBe('/app/my-images');
  expect(await zed.me()).toMatchObject({ first_name: 'Zed', last_name: 'van Dyke' });
});

test('two tabs that return at once make one account', async () => {
  const [left, right] = [person(), person()];
  const ways = await Promise.all([left, right].map((who) => go(who, 'twin@example.com')));
  const ends = await Promise.all([left, right].map(async (who, index) => locationOf(await who.get(ways[index]!.href))));
  expect(ends.map(({ pathname }) => pathname)).toEqual(['/app/my-images', '/app/my-images']);
  expect((await left.me())?.pk).toBe((await right.me())?.pk);
});

const failed = (code: string, type = 'login'): string => `/?oauth_error=${code}&type=${type}`;

/** Final address after opening the return address. */
async function end(who: Person, href: string): Promise<string> {
  const { pathname, search } = locationOf(await who.get(href));
  return pathname + search;
}

describe('returns with an error', () => {
  test('when an account with that proved address exists', async () => {
    const owner = person();
    await owner.signUp('una@example.com');
    await owner.prove('una@example.com');
    const una = person();
    expect(await logIn(una, 'UNA@example.com', { type: 'register' })).toBe(failed('email_exists', 'register'));
    expect(await una.me()).toBeUndefined();
  });

  test('when the user refuses, or the address is missing or not theirs', async () => {
    expect(await logIn(person(), 'vic@example.com', { answer: 'refuse' })).toBe(failed('generic'));
    expect(await logIn(person(), 'vic@example.com', { verified: false })).toBe(failed('generic'));
    expect(await logIn(person(), 'nonsense')).toBe(failed('generic'));
    expect(await errorOf(await person().logIn('vic@example.com'))).toBe('400 credentials_incorrect');
  });

  test('when it is used twice, by another browser, or with another code', async () => {
    const wes = person();
    const back = await go(wes, 'wes@example.com');
    expect(await end(person(), back.href)).toBe(failed('invalid_token'));
    expect(await end(wes, back.href)).toBe('/app/my-images');
    await wes.get('/api/auth/logout');
    expect(await end(wes, back.href)).toBe(failed('invalid_token'));
    expect(await wes.me()).toBeUndefined();

    const stolen = await go(wes, 'wes@example.com');
    const own = person();
    const mine = await go(own, 'own@example.com');
    mine.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await end(own, mine.href)).toBe(failed('invalid_token'));
    expect(await own.me()).toBeUndefined();
  });

  test('when the account was closed, unless a new one is requested', async () => {
    const xia = person();
    await logIn(xia, 'xia@example.com');
    expect((await xia.send('POST', '/api/user/me/close')).status).toBe(204);
    expect(await logIn(person(), 'xia@example.com')).toBe(failed('user_account_closed'));
    const again = person();
    expect(await logIn(again, 'xia@example.com', { type: 'register' })).toBe('/app/my-images');
    expect(await again.me()).toMatchObject({ email: 'xia@example.com' });
  });
});

describe('linked logins', () => {
  const LOGINS = '/api/auth/third-party-logins';
  const listed = async (who: Person) => (await bodyOf<{ logins: ThirdPartyLogin[] }>(await who.get(LOGINS))).logins;

  test('are listed, and can be unlinked unless one is the only way in', async () => {
    const ida = person();
    await logIn(ida, 'ida@example.com');
    const [login] = await listed(ida);
    expect(login).toMatchObject({ name: 'Sandbox ID', linkedAt: expect.any(String) as string });
    const unlink = (who: Person) => who.send('DELETE', `${LOGINS}/${login?.id}`);
    expect(await errorOf(await unlink(ida))).toBe('409 last_way_in');
    const other = person();
    await other.signUp('ivo@example.com');
    expect(await errorOf(await unlink(other))).toBe('404 third_party_login_not_found');
    expect((await ida.send('PATCH', '/api/user/me', { password: PASSWORD })).status).toBe(200);
    expect((await unlink(ida)).status).toBe(204);
    expect(await listed(ida)).toEqual([]);
    expect(await product.typesOf(`account-${(await ida.me())?.pk}`)).toContain('ThirdPartyLoginUnlinked');
    expect(await logIn(person(), 'ida@example.com')).toBe(failed('email_exists'));
    expect((await person().logIn('ida@example.com')).status).toBe(200);
  });

  test('are unlinked only by a password reset that requests it', async () => {
    for (const remove_logins of [false, true]) {
      const email = `jan-${remove_logins}@example.com`;
      await logIn(person(), email);
      await person().send('POST', '/api/auth/send-token', { email });
      const token = tokenIn(await mailTo(product.url, email, /new password/));
      const look = await person().get(`/api/auth/reset-password?token=${token}`);
      expect(await bodyOf(look)).toEqual({ third_party_logins: 1, api_keys: 0 });
      const reset = await person().send('POST', '/api/auth/reset-password', {
        token,
        password: PASSWORD,
        remove_logins,
      });
      expect(reset.status).toBe(204);
      const who = person();
      await who.logIn(email);
      expect(await listed(who)).toHaveLength(remove_logins ? 0 : 1);
    }
  });
});

test('a login never leads to another site', async () => {
  for (const returnTo of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/.//evil.example']) {
    expect(await logIn(person(), 'yan@example.com', { returnTo })).toBe('/app/my-images');
  }
});

test('the third party serves no other client', async () => {
  const there = locationOf(await person().get('/api/auth/oidc/start'));
  there.searchParams.set('redirect_uri', 'https://evil.example/');
  expect((await person().get(there.href)).status).toBe(400);
  const token = await person().submitForm('/dev/oidc/token', { grant_type: 'authorization_code', code: 'x' });
  expect(await token.json()).toEqual({ error: 'invalid_client' });
});
