/** HD saves over HTTP: access, cost, responses and effects. */
import { createHash, randomUUID } from 'node:crypto';
import { grantCredits } from '@clearcut/operator/commands/grant-credits';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf } from '../support/audits.ts';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { joinTeam } from '../support/team.ts';

const SIZE = { width: 800, height: 600 };
const colour = (color: string) => ({ background: { ...TRANSPARENT, color } });
const RED = colour('#ff0000');

let product: Installation;
let admin: Person;
beforeAll(async () => {
  product = await sharedInstallation();
  admin = await newAdmin(10);
});
afterAll(() => product.stop());

async function newAdmin(credits: number): Promise<Person> {
  const person = createPerson(product.url);
  const email = `${randomUUID()}@example.com`;
  await person.signUp(email);
  if (credits > 0) await grantCredits.run([email, String(credits)], operatorOf(product), {});
  return person;
}

const newMember = (role: 2 | 3, permissions: string[] = []): Promise<Person> =>
  joinTeam(product.url, admin, { role, permissions });

async function upload(person: Person): Promise<string> {
  const session = person.session();
  const cookie = session === undefined ? {} : { cookie: `clearcut_session=${session}` };
  const client = createClient(product.url, { clientId: person.clientId, ...cookie });
  return (await bodyOf<UploadAnswer>(await client.upload(await photo(SIZE)))).id;
}

async function viewOf(person: Person, id: string): Promise<TransactionView> {
  return bodyOf<TransactionView>(await person.get(`/api/transaction/${id}`));
}

/** As soon as there is a cut-out; a save waits for the refinement itself. */
async function cutOut(person: Person): Promise<string> {
  const id = await upload(person);
  await eventually(async () => ((await viewOf(person, id)).status === 'UPLOADED' ? true : undefined));
  return id;
}

const save = (person: Person, id: string, settings: object = {}, key?: string): Promise<Response> =>
  person.send('POST', `/api/transaction/${id}/save/`, settings, key === undefined ? {} : { 'idempotency-key': key });
const costOf = (answer: Response): (string | null)[] => [
  answer.headers.get('x-credits-charged'),
  answer.headers.get('x-credits-left'),
];
const balanceOf = async (person: Person): Promise<number> =>
  (await bodyOf<{ credits: number }>(await person.get('/api/billing'))).credits;

test('a save costs a credit and returns its receipt; repeating it costs nothing and returns the same', async () => {
  const person = await newAdmin(5);
  const id = await cutOut(person);
  const first = await save(person, id);
  expect([first.status, ...costOf(first)]).toEqual([200, '1', '4']);
  const answer = await bodyOf<SaveAnswer>(first);
  const { receipt } = answer;
  expect(answer).toMatchObject({ id, opId: receipt.opId, creditsLeft: 4 });
  expect(receipt).toMatchObject({ transactionId: id, masks: [], file: SIZE, ledger: { credits: 1, balance: 4 } });

  const again = await save(person, id);
  expect([again.status, ...costOf(again)]).toEqual([200, '0', '4']);
  expect(await bodyOf(again)).toEqual(answer);

  const view = await viewOf(person, id);
  expect(view.save).toMatchObject({ saveId: receipt.saveId, ...SIZE, isCurrent: true });
  expect(view.pipeline.edited).toBeDefined();
  const file = await person.get(`/api/transaction/${id}/download/high/`);
  const { hasAlpha, width, height } = await sharp(await file.arrayBuffer()).metadata();
  expect({ hasAlpha, width, height }).toEqual({ hasAlpha: true, ...SIZE });
});

test('settings in the body become an edit first; a changed picture costs another credit, an undone one none', async () => {
  const person = await newAdmin(5);
  const id = await cutOut(person);
  const plain = await bodyOf<SaveAnswer>(await save(person, id));
  const red = await save(person, id, RED);
  expect(costOf(red)).toEqual(['1', '3']);
  expect((await bodyOf<SaveAnswer>(red)).receipt.settings).toMatchObject(RED);
  const view = await viewOf(person, id);
  expect([view.settings.background.color, view.save?.isCurrent]).toEqual(['#ff0000', true]);
  // The same settings again are no edit.
  expect(costOf(await save(person, id, RED))).toEqual(['0', '3']);
  expect((await viewOf(person, id)).edits.headId).toBe(view.edits.headId);

  await person.send('POST', `/api/transaction/${id}/op/${view.edits.undoId}/restore`);
  expect((await viewOf(person, id)).save).toMatchObject({ saveId: plain.receipt.saveId, isCurrent: true });
  const undone = await save(person, id);
  expect(costOf(undone)).toEqual(['0', '3']);
  expect((await bodyOf<SaveAnswer>(undone)).receipt).toEqual(plain.receipt);
});

test('a save with unknown settings is refused and costs nothing', async () => {
  const person = await newAdmin(1);
  const id = await cutOut(person);
  for (const settings of [RED.background, { backgroud: RED.background }]) {
    expect(await errorOf(await save(person, id, settings)), JSON.stringify(settings)).toBe('400 validation_failed');
  }
  expect(await balanceOf(person)).toBe(1);
});

test('a download is the current state’s save, or the newest; every save can be requested', async () => {
  const person = await newAdmin(5);
  const id = await cutOut(person);
  const digestAt = async (query = ''): Promise<string> => {
    const file = await person.get(`/api/transaction/${id}/download/high/${query}`);
    return createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
  };
  const shown = async () => ({ ...(await viewOf(person, id)).save, digest: await digestAt() });
  const { receipt: plain } = await bodyOf<SaveAnswer>(await save(person, id));
  const { receipt: red } = await bodyOf<SaveAnswer>(await save(person, id, RED));
  const ofPlain = { saveId: plain.saveId, isCurrent: true, digest: plain.file.sha256 };
  const ofRed = { saveId: red.saveId, isCurrent: true, digest: red.file.sha256 };
  expect(await shown()).toMatchObject(ofRed);

  // The receipt names the saved operation.
  await person.send('POST', `/api/transaction/${id}/op/${plain.opId}/restore`);
  expect(await shown()).toMatchObject(ofPlain);
  expect(await digestAt(`?save=${red.saveId}`)).toBe(red.file.sha256);

  await person.send('POST', `/api/transaction/${id}/edit`, colour('#0000ff'));
  expect(await shown()).toMatchObject({ ...ofRed, isCurrent: false });
  expect(await digestAt(`?save=${plain.saveId.toUpperCase()}`)).toBe(plain.file.sha256);
  const another = await person.get(`/api/transaction/${id}/download/high/?save=${randomUUID()}`);
  expect(await errorOf(another)).toBe('404 save_not_found');
});

/** The picture's events without previews, which arrive at any time. */
const asked = async (id: string): Promise<string[]> =>
  (await product.eventTypes(id)).filter((type) => type !== 'EditRendered');

test("a repeat under the same key is the first one's save, whatever was edited since", async () => {
  const person = await newAdmin(5);
  const id = await cutOut(person);
  const first = await bodyOf<SaveAnswer>(await save(person, id, {}, 'one'));
  // Already saved, so the first request with this key joins another's save.
  const joined = await save(person, id, {}, 'two');
  expect([...costOf(joined), await bodyOf(joined)]).toEqual(['0', '4', first]);
  const red = await bodyOf<SaveAnswer>(await save(person, id, RED, 'red'));
  await person.send('POST', `/api/transaction/${id}/edit`, colour('#0000ff'));
  const before = await asked(id);

  for (const [key, settings, { receipt }] of [
    ['one', {}, first],
    ['two', {}, first],
    ['red', RED, red],
  ] as const) {
    const late = await save(person, id, settings, key);
    expect([late.status, ...costOf(late)], key).toEqual([200, '0', '3']);
    expect((await bodyOf<SaveAnswer>(late)).receipt, key).toEqual(receipt);
  }
  expect(await asked(id)).toEqual(before);
  expect((await viewOf(person, id)).settings.background.color).toBe('#0000ff');
  // Another key is another request.
  expect(costOf(await save(person, id, {}, 'three'))).toEqual(['1', '2']);
});

test('refuses a key reused with other settings, and an invalid key', async () => {
  const person = await newAdmin(5);
  const id = await cutOut(person);
  await save(person, id, {}, 'key');
  const before = await asked(id);
  expect(await errorOf(await save(person, id, RED, 'key'))).toBe('422 idempotency_key_reused');
  expect(await errorOf(await save(person, id, {}, 'k'.repeat(256)))).toBe('400 idempotency_key_invalid');
  expect(await asked(id)).toEqual(before);
  expect(await balanceOf(person)).toBe(4);
});

test("one member's key means nothing for another", async () => {
  const member = await newMember(3);
  const id = await cutOut(member);
  await save(member, id, {}, 'shared');
  const theirs = await save(admin, id, RED, 'shared');
  expect([theirs.status, costOf(theirs)[0]]).toEqual([200, '1']);
});

test('a save belongs to a bulk when requested as such, however its picture was uploaded', async () => {
  const person = await newAdmin(2);
  const id = await cutOut(person);
  const many = await person.send('POST', `/api/transaction/${id}/save/?bulk=true`, {});
  expect([many.status, ...costOf(many)]).toEqual([200, '1', '1']);
  const before = await asked(id);
  expect(costOf(await person.send('POST', `/api/transaction/${id}/save/?bulk=true`, {}))).toEqual(['0', '1']);
  expect(await asked(id)).toEqual(before);
  await save(person, id, RED);
  const history = await product.eventStore.readStream(`transaction-${id}`);
  const started = history.flatMap(({ event }) => (event.type === 'HdSaveStarted' ? event.data.isBulk : []));
  expect(started).toEqual([true, false]);
  expect(await errorOf(await person.send('POST', `/api/transaction/${id}/save/?bulk=2`, {}))).toBe(
    '400 validation_failed',
  );
});

test('regression: a save shows the requested picture, whatever was edited while it waited for refinement', async () => {
  const person = await newAdmin(2);
  const id = await cutOut(person);
  const saving = save(person, id, RED);
  await eventually(async () => ((await asked(id)).includes('SettingsEdited') ? true : undefined));
  await person.send('POST', `/api/transaction/${id}/edit`, colour('#0000ff'));
  const answer = await saving;
  expect([answer.status, ...costOf(answer)]).toEqual([200, '1', '1']);
  expect((await bodyOf<SaveAnswer>(answer)).receipt.settings).toMatchObject(RED);
  const view = await viewOf(person, id);
  expect([view.settings.background.color, view.save?.isCurrent]).toEqual(['#0000ff', false]);
});

test('without credits nothing but the refusal happens', async () => {
  const person = await newAdmin(0);
  const id = await cutOut(person);
  await eventually(async () => (await viewOf(person, id)).pipeline.improved);
  const before = await product.eventTypes(id);
  expect(await errorOf(await save(person, id))).toBe('402 no_credits');
  expect(await product.eventTypes(id)).toEqual(before);
  expect(await balanceOf(person)).toBe(0);
  expect(await errorOf(await person.get(`/api/transaction/${id}/download/high/`))).toBe('409 nothing_saved');
});

test('asks a visitor to log in', async () => {
  const visitor = createPerson(product.url);
  const id = await cutOut(visitor);
  expect(await errorOf(await save(visitor, id))).toBe('401 login_to_save');
  expect(await product.eventTypes(id)).not.toContain('HdSaveStarted');
});

test("collaborators and limited members with the editor save with the team's credits, others do not", async () => {
  for (const member of [await newMember(3), await newMember(2, ['editor'])]) {
    const before = await balanceOf(admin);
    const id = await cutOut(member);
    const answer = await save(member, id);
    expect([answer.status, ...costOf(answer)]).toEqual([200, '1', String(before - 1)]);
    expect(await balanceOf(admin)).toBe(before - 1);
    // An admin of the team sees the same picture, already saved.
    expect(costOf(await save(admin, id))).toEqual(['0', String(before - 1)]);
  }
  const id = await cutOut(admin);
  expect(await errorOf(await save(await newMember(2, ['myImages']), id))).toBe('403 forbidden');
  expect(await errorOf(await save(await newMember(3), id))).toBe('404 transaction_not_found');
  expect(await errorOf(await save(await newAdmin(1), id))).toBe('404 transaction_not_found');
});

test('a save continues after its client disconnects, and repeating it costs nothing', async () => {
  const person = await newAdmin(2);
  const id = await cutOut(person);
  const gone = new AbortController();
  const request = fetch(`${product.url}/api/transaction/${id}/save/`, {
    method: 'POST',
    headers: { 'client-id': person.clientId, cookie: `clearcut_session=${person.session()}` },
    signal: gone.signal,
  }).catch(() => undefined);
  await eventually(async () => ((await product.eventTypes(id)).includes('HdSaveStarted') ? true : undefined));
  gone.abort();
  await request;
  await eventually(async () => (await viewOf(person, id)).save ?? undefined);
  expect(costOf(await save(person, id))).toEqual(['0', '1']);
});

test('a pending picture and one that is gone cannot be saved', async () => {
  const person = await newAdmin(1);
  const id = await upload(person);
  const early = await save(person, id);
  if (early.status !== 200) expect(await errorOf(early)).toBe('409 image_not_ready');
  await person.send('DELETE', `/api/transaction/${id}/`);
  expect(await errorOf(await save(person, id))).toBe('404 transaction_not_found');
  expect(await errorOf(await save(person, randomUUID()))).toBe('404 transaction_not_found');
});
