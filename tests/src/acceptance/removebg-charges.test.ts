/** Credits that calls of the remove.bg interface cost. */
import { TEST_KEY_PICTURES_PER_DAY } from '@clearcut/schemas/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clean } from '../support/audits.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { grantCredits } from '../support/saver.ts';
import { anotherPhoto as another, bytesOf, openRemoveBg, refusalOf, type RemoveBgClient } from '../support/removebg.ts';

let product: Installation;
let api: RemoveBgClient;
beforeAll(async () => {
  product = await sharedInstallation();
  api = await openRemoveBg(product, 20);
});
afterAll(() => product.stop());

test('sizes and their costs', async () => {
  const before = await api.balance();
  const full = await api.send(await photo({ width: 1200, height: 901 }), { size: '4k', type: 'product' });
  expect(
    Object.fromEntries(
      ['x-width', 'x-height', 'x-credits-charged', 'x-type'].map((name) => [name, full.headers.get(name)]),
    ),
  ).toEqual({ 'x-width': '1200', 'x-height': '901', 'x-credits-charged': '1', 'x-type': 'other' });
  const medium = await sharp(
    await bytesOf(await api.send(await photo({ width: 2400, height: 1600 }), { size: 'medium' })),
  ).metadata();
  expect(medium.width * medium.height).toBeLessThanOrEqual(1_500_000);
  expect(medium.width * medium.height).toBeGreaterThan(1_490_000);
  expect(await api.balance()).toBe(before - 2);
});

test('a repeat within 15 minutes costs nothing more, even if the first call was given up', async () => {
  const [before, bytes] = [await api.balance(), await another()];
  const given = AbortSignal.timeout(700);
  await api.send(bytes, { size: 'full' }, { signal: given }).catch(() => undefined);
  const answers = await Promise.all([1, 2, 3].map(() => api.send(bytes, { size: 'full' })));
  for (const { headers } of answers) {
    expect(headers.get('idempotent-replayed')).toBe(headers.get('x-credits-charged') === '0' ? 'true' : null);
  }
  const files = await Promise.all(answers.map(bytesOf));
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(1);
  expect(await api.balance()).toBe(before - 1);
  const repeat = await api.send(bytes, { size: 'full' });
  expect(['x-credits-charged', 'idempotent-replayed'].map((name) => repeat.headers.get(name))).toEqual(['0', 'true']);
});

test('regression: a picture deleted meanwhile is made again', async () => {
  const bytes = await another();
  await bytesOf(await api.send(bytes, { size: 'preview' }));
  const headers = { 'x-api-key': api.key };
  const listed = await fetch(`${product.url}/v1/pictures/?limit=1`, { headers });
  const { pictures } = await bodyOf<{ pictures: { id: string }[] }>(listed);
  const deleted = await fetch(`${product.url}/v1/pictures/${pictures[0]?.id}/`, { method: 'DELETE', headers });
  expect(deleted.status).toBe(204);
  const again = await api.send(bytes, { size: 'preview' });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  const repeat = await api.send(bytes, { size: 'preview' });
  expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
});

test("regression: a test key past the day's pictures learns when the next day begins", async () => {
  const withKey = await api.newKey({ mode: 'test' });
  await bytesOf(await api.send(await another(), {}, { withKey }));
  await product.database.query('UPDATE api_keys.use_of_day SET test_pictures = $1 WHERE test_pictures > 0', [
    TEST_KEY_PICTURES_PER_DAY,
  ]);
  const refused = await api.send(await another(), {}, { withKey });
  expect(await refusalOf(refused)).toBe('429 rate_limit_exceeded');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
});

test('regression: a picture that cannot be paid for is refused before anything is done', async () => {
  const poor = await openRemoveBg(product, 0);
  const uploads = (await product.uploads()).length;
  const bytes = await another();
  expect(await refusalOf(await poor.send(bytes, { size: 'full' }))).toBe('402 insufficient_credits');
  const withKey = await api.newKey({ scopes: ['pictures:write'] });
  expect(await refusalOf(await api.send(bytes, { size: 'full' }, { withKey }))).toBe('403 auth_failed');
  expect(await product.uploads()).toHaveLength(uploads);
  await grantCredits(product, poor.teamId, 1);
  const paid = await poor.send(bytes, { size: 'full' });
  expect([paid.status, paid.headers.get('x-credits-charged')]).toEqual([200, '1']);
  expect((await poor.send(bytes, { size: 'full' })).status).toBe(200);
});

test('regression: only a free repeat is marked as one, not a call that was refused before or asks for more', async () => {
  const poor = await openRemoveBg(product, 0);
  const ask = async (bytes: Buffer, size: string) => {
    const { status, headers } = await poor.send(bytes, { size });
    return [status, headers.get('x-credits-charged'), headers.get('idempotent-replayed')];
  };
  const [bytes, other] = [await another(), await another()];
  expect((await ask(bytes, 'full'))[0]).toBe(402);
  expect(await ask(other, 'auto')).toEqual([200, '0', null]);
  await grantCredits(product, poor.teamId, 2);
  for (const one of [bytes, other]) {
    expect(await ask(one, 'full')).toEqual([200, '1', null]);
    expect(await ask(one, 'full')).toEqual([200, '0', 'true']);
  }
});

test('charges by result: other sizes and formats of a save cost nothing, another subject or shadow does', async () => {
  const bytes = await another();
  const costs: (string | null)[] = [];
  for (const fields of [
    { size: 'preview' },
    { size: 'auto' },
    { size: 'full' },
    { size: 'full', format: 'png' },
    { size: '4k', type: 'person' },
    { size: '50MP', bg_color: 'red' },
    { size: 'medium', format: 'webp', crop: 'true' },
    { size: 'hd', channels: 'alpha' },
    { size: 'full', add_shadow: 'true' },
    { size: 'full', add_shadow: 'true', format: 'jpg' },
  ]) {
    const answer = await api.send(bytes, fields);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    costs.push(answer.headers.get('x-credits-charged'));
  }
  expect(costs).toEqual(['0', '1', '0', '0', '0', '0', '0', '0', '1', '0']);
});

async function before(background: Buffer, size: string): Promise<Response> {
  const form = new FormData();
  form.append('size', size);
  form.append('image_file', new Blob([new Uint8Array(await another())]), 'photo.jpg');
  form.append('bg_image_file', new Blob([new Uint8Array(background)]), 'behind.png');
  return fetch(`${product.url}/v1.0/removebg`, { method: 'POST', headers: { 'x-api-key': api.key }, body: form });
}

test('regression: a background whose pixels cannot be decoded is refused, and costs nothing', async () => {
  const balance = await api.balance();
  const background = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  background.fill(0xff, background.indexOf('IDAT') + 4, background.length - 12);
  const refused = await before(background, 'full');
  expect(await refused.clone().text()).toContain('We could not read the background');
  expect(await refusalOf(refused)).toBe('400 failed_to_read_image');
  expect(await api.balance()).toBe(balance);
});

test('regression: before a half transparent background, the format `auto` keeps its transparency', async () => {
  const colour = { r: 255, g: 0, b: 0 };
  for (const [alpha, format] of [
    [0.5, 'png'],
    [1, 'jpeg'],
  ] as const) {
    const channels = alpha === 1 ? 3 : 4;
    const create = { width: 64, height: 64, channels, background: { ...colour, alpha } } as const;
    const answer = await before(await sharp({ create }).png().toBuffer(), 'preview');
    expect((await sharp(await bytesOf(answer)).metadata()).format).toBe(format);
  }
});

test('a key stays within its limit, and a test key spends nothing, with a watermark', async () => {
  const poor = await api.newKey({ limits: { requestsPerMinute: 100, creditsPerDay: 1, creditsPerMonth: null } });
  expect((await api.send(await another(), { size: 'full' }, { withKey: poor })).status).toBe(200);
  expect(await refusalOf(await api.send(await another(), { size: 'full' }, { withKey: poor }))).toBe(
    '402 insufficient_credits',
  );

  const asAuto = await api.send(await another(), { size: 'auto' }, { withKey: poor });
  expect(asAuto.headers.get('x-preview-reason')).toBe('api_key_credits_used');
  expect((await sharp(await bytesOf(asAuto)).metadata()).width).toBe(500);

  const before = await api.balance();
  const tested = await api.send(await another(), { size: 'full' }, { withKey: await api.newKey({ mode: 'test' }) });
  const marked = await bytesOf(tested);
  expect(tested.headers.get('x-credits-charged')).toBe('0');
  const { width, height } = await sharp(marked).metadata();
  expect(width * height).toBeLessThanOrEqual(250_000);
  // The stripes begin in the corner, transparent in a cut-out.
  expect((await sharp(marked).ensureAlpha().raw().toBuffer())[3]).toBeGreaterThan(80);
  expect(await api.balance()).toBe(before);
});

test('the audits find nothing after all these saves, refunds and limits', () => clean(product, [api.teamId]));
