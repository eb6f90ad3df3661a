/** No credit is charged for a guessed subject that was not confirmed, through any interface. */
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo, unseen, whiteMask } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

const SIZE = { width: 640, height: 480 };

let product: Installation;
let saver: Saver;
let key: string;
beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, 5);
  ({ key } = await createKey(saver.person, { label: 'Guesses' }));
});
afterAll(() => product.stop());

const save = (id: string, body: object, query = '', headers = {}): Promise<Response> =>
  saver.person.send('POST', `/api/transaction/${id}/save/${query}`, body, headers);
const byKey = (path: string, body: string | FormData, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${product.url}${path}`, { method: 'POST', headers: { 'x-api-key': key, ...headers }, body });
const saveByKey = (id: string, body: object): Promise<Response> =>
  byKey(`/v1/pictures/${id}/saves/`, JSON.stringify(body), { 'content-type': 'application/json' });
const creditsLeft = async (): Promise<number> =>
  (await bodyOf<{ credits: number }>(await saver.person.get('/api/billing'))).credits;

const RED = { background: { ...TRANSPARENT, color: '#ff0000' } };

test('a guess is not saved without confirmation, and the refusal changes nothing; confirmed, it is charged once', async () => {
  const { id, isGuess } = await saver.cutOut(await unseen());
  expect(isGuess).toBe(true);
  const before = await product.eventTypes(id);
  const refused = [
    save(id, {}),
    save(id, RED),
    save(id, { acceptGuess: false }),
    save(id, {}, '?bulk=true'),
    save(id, {}, '', { 'idempotency-key': 'without-a-yes' }),
    saveByKey(id, {}),
    saveByKey(id, RED),
  ];
  for (const answer of await Promise.all(refused)) expect(await errorOf(answer)).toBe('409 guess_unconfirmed');
  expect(await errorOf(await save(id, { acceptGuess: 'yes' }))).toBe('400 validation_failed');
  expect(await product.eventTypes(id)).toEqual(before);
  expect(await creditsLeft()).toBe(5);

  const yes = await save(id, { ...RED, acceptGuess: true }, '', { 'idempotency-key': 'without-a-yes' });
  expect([yes.status, yes.headers.get('x-credits-charged')]).toEqual([200, '1']);
  // It was confirmed: a repeat is free, and a later change is an ordinary save.
  expect((await save(id, {})).headers.get('x-credits-charged')).toBe('0');
  expect((await saveByKey(id, {})).headers.get('x-credits-charged')).toBe('0');
  expect(await creditsLeft()).toBe(4);

  // Another choice of subject is another cut-out, and its guess needs another confirmation.
  const certain = await saver.cutOut(await photo(SIZE));
  expect((await save(certain.id, {})).status).toBe(200);
});

test('a program saves a guess with its key only after confirmation', async () => {
  const { id } = await saver.cutOut(await unseen(), 'by-key.jpg');
  const before = await creditsLeft();
  expect(await errorOf(await saveByKey(id, {}))).toBe('409 guess_unconfirmed');
  const yes = await saveByKey(id, { acceptGuess: true });
  expect([yes.status, yes.headers.get('x-credits-charged')]).toEqual([200, '1']);
  expect(await creditsLeft()).toBe(before - 1);
});

test('compatible interfaces cannot confirm a guess: it counts as no subject and is free', async () => {
  const before = await creditsLeft();
  for (const size of ['full', 'auto', 'preview']) {
    const form = new FormData();
    form.append('size', size);
    form.append('image_file', new Blob([new Uint8Array(await unseen())]), `${size}.jpg`);
    const answer = await byKey('/v1.0/removebg', form);
    expect([answer.status, (await answer.text()).includes('unknown_foreground')], size).toEqual([400, true]);
  }
  expect(await creditsLeft()).toBe(before);
});

test('a save that would hide its whole subject is refused, and its credit returned', async () => {
  const { id } = await saver.cutOut(await photo(SIZE), 'erased.jpg');
  expect((await saver.stroke(id, 'erase', { x: 0, y: 0, ...SIZE }, await whiteMask(SIZE))).status).toBe(200);
  const before = await creditsLeft();
  expect(await errorOf(await save(id, {}))).toBe('422 subject_lost');
  expect(await errorOf(await saveByKey(id, {}))).toBe('422 subject_lost');
  expect(await creditsLeft()).toBe(before);
  expect((await product.eventTypes(id)).filter((type) => type === 'HdSaveFailed')).toHaveLength(2);
  // Still editable: with the stroke undone it is an ordinary save.
  const { edits } = await bodyOf<{ edits: { undoId: string } }>(await saver.person.get(`/api/transaction/${id}`));
  expect((await saver.person.send('POST', `/api/transaction/${id}/op/${edits.undoId}/restore`)).status).toBe(200);
  expect((await save(id, {})).headers.get('x-credits-charged')).toBe('1');
});
