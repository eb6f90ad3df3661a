/** Campaigns of visitors, what is stored about them, and resulting sign-ups. */
import type { LandingAnswer } from '@clearcut/schemas/site/landing';
import type { SignUpCount } from '@clearcut/schemas/support/figures-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, PASSWORD, postFrom } from '../support/person.ts';
import { eventually } from '../support/product.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

const AD = 'https://clearcut.example/es/pricing?gclid=secret-click&utm_campaign=Spring&token=of-a-mail#top';
const now = () => new Date().toISOString();
const land = (body: object) =>
  fetch(`${product.url}/api/analytics/landing/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'client-id': 'a-visitor' },
    body: JSON.stringify({ timestamp: now(), landing_page_url: AD, referrer_url: '', ...body }),
  });
const landingOf = async (visitorId: string) => {
  const [row] = await product.database.query<{ readonly parameters: object }>(
    'SELECT * FROM attribution.landings WHERE visitor_id = $1',
    [visitorId],
  );
  return row;
};

test('a landing stores the campaign, no token, and a click id only with consent', async () => {
  const answer = await land({ referrer_url: 'https://www.google.com/search?q=a+secret' });
  expect(answer.status).toBe(201);
  const { visitor_id: id, source } = await bodyOf<LandingAnswer>(answer);
  expect(source).toBe('google');
  const row = await landingOf(id);
  expect(row).toMatchObject({
    path: '/es/pricing',
    referrer: 'https://www.google.com/search',
    parameters: { utm_campaign: 'Spring' },
    source: 'google',
    medium: 'cpc',
    campaign: 'spring',
    variant: 'photographs',
    user_id: null,
  });
  expect(JSON.stringify(row)).not.toContain('secret');
  const agreed = await bodyOf<LandingAnswer>(await land({ consent: 'all' }));
  expect((await landingOf(agreed.visitor_id))?.parameters).toEqual({
    gclid: 'secret-click',
    utm_campaign: 'Spring',
  });
});

test('consent given later in the visit adds the click ids, and no other landing', async () => {
  const { visitor_id, source } = await bodyOf<LandingAnswer>(await land({ consent: null }));
  const later = { landing_page_url: AD.replace('#', '&gbraid=b&wbraid=w#'), visitor_id };
  await land({ ...later, consent: 'necessary' });
  expect((await landingOf(visitor_id))?.parameters).toEqual({ utm_campaign: 'Spring' });
  expect(await bodyOf<LandingAnswer>(await land({ ...later, consent: 'all' }))).toEqual({ visitor_id, source });
  expect((await landingOf(visitor_id))?.parameters).toEqual({
    gclid: 'secret-click',
    gbraid: 'b',
    wbraid: 'w',
    utm_campaign: 'Spring',
  });
  await product.database.query(
    `UPDATE attribution.landings SET parameters = '{}', landed_at = now() - interval '2 days' WHERE visitor_id = $1`,
    [visitor_id],
  );
  const fresh = await bodyOf<LandingAnswer>(await land({ ...later, consent: 'all' }));
  expect(fresh.visitor_id).not.toBe(visitor_id);
  expect((await landingOf(visitor_id))?.parameters).toEqual({});
});

test('refuses an invalid address and stores nothing', async () => {
  const before = await product.database.query('SELECT count(*) FROM attribution.landings');
  for (const wrong of [
    { landing_page_url: 'javascript:alert(1)' },
    { landing_page_url: '/relative' },
    { referrer_url: 'data:text/html,x' },
    { timestamp: 'yesterday' },
    { consent: 'perhaps' },
  ]) {
    expect(await errorOf(await land(wrong)), JSON.stringify(wrong)).toBe('400 validation_failed');
  }
  expect(await product.database.query('SELECT count(*) FROM attribution.landings')).toEqual(before);
});

test('a sign-up counts once for its campaign, is logged without a click, and is forgotten with the account', async () => {
  const { visitor_id } = await bodyOf<LandingAnswer>(await land({ consent: 'all' }));
  const person = createPerson(product.url);
  const body = { email: 'ann@example.com', password: PASSWORD, visitor_id };
  const { pk } = await bodyOf<{ pk: string }>(await person.send('POST', '/api/user', body));
  const other = createPerson(product.url);
  const second = await other.send('POST', '/api/user', { ...body, email: 'bob@example.com' });
  expect(second.status).toBe(201);
  const events = async () =>
    (await product.events('attribution')).flatMap(({ event: { type, data } }) =>
      type === 'AccountAttributed' ? [data] : [],
    );
  expect(await eventually(async () => ((await events()).length > 0 ? events() : undefined))).toEqual([
    { userId: pk, source: 'google', medium: 'cpc', campaign: 'spring', variant: 'photographs' },
  ]);

  const staff = createPerson(product.url);
  await staff.signUp('operations@example.com');
  await expect
    .poll(
      () =>
        product.database.query<SignUpCount>(
          `SELECT source, count(*)::int AS count FROM read_sign_ups.sign_up GROUP BY 1 ORDER BY 1`,
        ),
      { timeout: 30_000 },
    )
    .toEqual([
      { source: 'direct', count: 2 },
      { source: 'google', count: 1 },
    ]);

  expect((await person.send('POST', '/api/user/me/close', { password: PASSWORD })).status).toBeLessThan(300);
  await expect.poll(() => landingOf(visitor_id), { timeout: 30_000 }).toBeUndefined();
});

test('an unknown visitor number does not prevent a sign-up', async () => {
  for (const [index, visitor_id] of ['nonsense', '7743317c-02ed-4f9a-88e1-b33064d373a1'].entries()) {
    const body = { email: `cyd-${index}@example.com`, password: PASSWORD, visitor_id };
    expect((await createPerson(product.url).send('POST', '/api/user', body)).status).toBe(201);
  }
});

test('limits the landings of one network address', async () => {
  const body = { timestamp: now(), landing_page_url: AD, referrer_url: '' };
  const outcomes: string[] = [];
  for (let n = 0; n < 70; n += 1) {
    outcomes.push(await postFrom('127.0.0.20', new URL('/api/analytics/landing/', product.url), body));
  }
  expect(outcomes.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => '201'));
  expect(outcomes.at(-1)).toBe('429 too_many_attempts');
});
