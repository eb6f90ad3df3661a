/**
 * A team's view of its credits: the ledger as a react-admin list and as a file, the balance, and the receipt of a save.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCreditPool, grantCredits as grant } from '@clearcut/command-api/credits';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import type { Receipt, SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { runOperator } from '../support/operator.ts';
import { createPerson, type Person } from '../support/person.ts';
import { photo, undecodablePng } from '../support/pictures.ts';
import { joinTeam } from '../support/team.ts';
import { grantCredits, newSaver, type Saver, saverOf } from '../support/saver.ts';

let product: Installation;
let admin: Saver;
let collaborator: Person;
let accountant: Person;
let answer: SaveAnswer;
let file: Buffer;

beforeAll(async () => {
  product = await startInstallation();
  admin = await newSaver(product, 5, { first_name: 'Ada', last_name: 'Boss' });
  collaborator = await joinTeam(product.url, admin.person, {
    role: 3,
    firstName: '=HYPERLINK("http://x")',
    lastName: 'Coll, "C"',
  });
  accountant = await joinTeam(product.url, admin.person, { role: 2, permissions: ['transactionHistory'] });
  const saver = saverOf(product, collaborator);
  const { id } = await saver.cutOut(await photo(), 'duck.jpg');
  answer = await saver.save(id);
  file = Buffer.from(await (await collaborator.get(`/api/transaction/${id}/download/high/`)).arrayBuffer());
  const mine = await admin.cutOut(await photo());
  await admin.save(mine.id);
});
afterAll(() => product.stop());

const list = async (person: Person, filter: object = {}): Promise<LedgerEntry[]> =>
  bodyOf(await person.get(`/api/admin/credit-ledger/?filter=${encodeURIComponent(JSON.stringify(filter))}`));

const named = async (person: Person): Promise<readonly (string | null)[]> =>
  (await list(person, { kind: 'spent' })).map(({ fileName }) => fileName);

async function csv(person: Person, filter: object = {}): Promise<string[]> {
  const path = `/api/admin/credit-ledger/export.csv?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (await (await person.get(path)).text()).split('\r\n');
}

describe('the ledger', () => {
  test('lists who, what and how many are left, newest first', async () => {
    const response = await admin.person.get('/api/admin/credit-ledger/?range=[0,1]');
    expect(response.headers.get('content-range')).toBe('credit-ledger 0-1/3');
    expect(await response.json()).toMatchObject([
      { kind: 'spent', descriptionType: 'hd_save', credits: -1, balance: 3, actorName: 'Ada Boss' },
      {
        kind: 'spent',
        balance: 4,
        actorName: '=HYPERLINK("http://x") Coll, "C"',
        transactionId: answer.id,
        saveId: answer.receipt.saveId,
      },
    ]);
    expect((await list(admin.person)).at(-1)).toMatchObject({
      kind: 'granted',
      credits: 5,
      balance: 5,
      actorKind: 'operator',
      actorName: null,
    });
  });

  test('says why an operator granted credits, if the operator gave a reason', async () => {
    const { person, teamId } = await newSaver(product, 1);
    await createCreditPool(product).handle(
      grant({ teamId, credits: 2, cause: { kind: 'operator', key: 'Spring campaign' } }),
      {
        correlationId: 'test',
        causationId: 'test',
        actor: { kind: 'operator', id: 'grant-credits' },
        now: new Date(),
      },
    );
    await expect.poll(async () => (await list(person)).map(({ cause }) => cause)).toEqual(['Spring campaign', null]);
    expect((await csv(person))[1]).toMatch(/,Credits granted,2,3,Operator,Spring campaign,,,,,[0-9a-f-]{36},$/);
  });

  test('is filtered by kind, user and period', async () => {
    const { userId } = admin;
    const { ledger } = answer.receipt;
    if (ledger === null) throw new Error('The save was not charged');
    expect(await list(admin.person, { kind: 'granted' })).toHaveLength(1);
    expect(await list(admin.person, { kind: 'spent', userId })).toHaveLength(1);
    expect(await list(admin.person, { userId: [userId, ledger.userId] })).toHaveLength(2);
    expect((await list(admin.person, { from: ledger.chargedAt })).map(({ balance }) => balance)).toEqual([3, 4]);
    expect((await list(admin.person, { to: ledger.chargedAt })).map(({ balance }) => balance)).toEqual([5]);
    const wrong = await admin.person.get('/api/admin/credit-ledger/?filter={"kind":"stolen"}');
    expect(await errorOf(wrong)).toBe('400 validation_failed');
  });

  test('is open to members with the section, and each team has its own', async () => {
    expect(await list(accountant)).toHaveLength(3);
    expect(await errorOf(await collaborator.get('/api/admin/credit-ledger/'))).toBe('403 forbidden');
    const stranger = await newSaver(product, 1);
    await expect.poll(() => list(stranger.person)).toMatchObject([{ balance: 1 }]);
  });

  test('names the files of saves to those who may open them, while the pictures are kept', async () => {
    expect(await named(admin.person)).toEqual([expect.any(String), 'duck.jpg']);
    expect(await named(accountant)).toEqual([null, null]);
    expect((await csv(admin.person))[2]).toContain(`,duck.jpg,${answer.id},`);
    const leaver = await newSaver(product, 1);
    const { id } = await leaver.cutOut(await photo(), 'pear.jpg');
    await leaver.save(id);
    await expect.poll(() => named(leaver.person)).toEqual(['pear.jpg']);
    await leaver.person.send('DELETE', `/api/transaction/${id}/`);
    await expect.poll(() => named(leaver.person)).toEqual([null]);
  });

  test('exports a CSV file that a spreadsheet reads without running anything', async () => {
    const response = await admin.person.get('/api/admin/credit-ledger/export.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="clearcut-credits-[\d-]+\.csv"/);
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, newest, ofCollaborator, granted, ...rest] = await csv(accountant);
    expect(head).toBe(
      'Date (UTC),Description,Credits,Balance after,Who,Note,File,Picture,Save,User ID,Ledger entry,API key',
    );
    expect(newest).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,HD save,-1,3,Ada Boss,,(,[0-9a-f-]{36}){4},$/);
    expect(ofCollaborator).toContain(`,"'=HYPERLINK(""http://x"") Coll, ""C""",,,${answer.id},`);
    expect(granted).toMatch(/,Credits granted,5,5,Operator,,,,,,[0-9a-f-]{36},$/);
    expect(rest).toEqual(['']);
    expect(await csv(admin.person, { kind: 'granted' })).toHaveLength(3);
    await admin.person.send('PATCH', '/api/user/me', { language: 'es' });
    expect((await csv(admin.person))[0]).toMatch(/^Fecha \(UTC\),Descripción,/);
  });

  test('regression: its CSV file has the ids of users and lines, which distinguish former users', async () => {
    const lines = await list(accountant);
    const [, ...records] = await csv(accountant);
    expect(records.slice(0, lines.length).map((record) => record.split(',').slice(-3, -1))).toEqual(
      lines.map(({ id, actorKind, actorId }) => [actorKind === 'user' ? actorId : '', id]),
    );
  });

  test("regression: says when a failed save's credits came back, and that they were spent if so", async () => {
    const saver = await newSaver(product, 1);
    const { person } = saver;
    const { id, width, height } = await saver.cutOut(await photo());
    const box = { x: 0, y: 0, width, height };
    const stroke = await saver.stroke(id, 'erase', box, undecodablePng(box));
    expect(stroke.status).toBe(200);
    expect(await errorOf(await person.send('POST', `/api/transaction/${id}/save/`, {}))).toBe('422 edit_unreadable');
    await expect.poll(async () => (await list(person)).length).toBe(3);
    const [refund, spend] = await list(person);
    expect(refund).toMatchObject({ kind: 'refunded', transactionId: id, counterEntryDate: spend?.date });
    expect(spend).toMatchObject({ kind: 'spent', transactionId: id, counterEntryDate: refund?.date });
    for (const line of await list(admin.person)) expect(line.counterEntryDate).toBeNull();
  });

  test('exports everything, however many batches it takes', async () => {
    const long = await newSaver(product, 1);
    const lines = 2_500;
    const metadata = {
      correlationId: 'test',
      causationId: 'test',
      actor: { kind: 'system', id: 'test' },
      occurredAt: new Date().toISOString(),
    } as const;
    await product.eventStore.append(
      `creditPool-${long.teamId}`,
      1,
      Array.from({ length: lines }, (_, n) => ({
        id: randomUUID(),
        event: {
          type: 'CreditsAdjusted',
          data: {
            teamId: long.teamId,
            balance: n + 2,
            expiring: 0,
            adjustmentId: randomUUID(),
            credits: 1,
            reason: `n${n}`,
          },
        },
        metadata,
      })),
    );
    await expect.poll(async () => (await csv(long.person)).length, { timeout: 30_000 }).toBe(lines + 3);
    const [, ...records] = await csv(long.person);
    expect(records.slice(0, lines).map((record) => record.split(',')[5])).toEqual(
      Array.from({ length: lines }, (_, n) => `n${lines - 1 - n}`),
    );
  });
});

test('billing tells every member what is left', async () => {
  const expected = {
    planName: null,
    paymentInfo: null,
    subscriptionInfo: null,
    creditsComing: 0,
    packs: 0,
    addons: [],
    features: { bulkUpload: true },
  };
  for (const person of [admin.person, collaborator, accountant]) {
    expect(await bodyOf<BillingInfo>(await person.get('/api/billing'))).toEqual({ ...expected, credits: 3 });
  }
  await grantCredits(product, admin.teamId, 2);
  expect(await bodyOf<BillingInfo>(await admin.person.get('/api/billing'))).toMatchObject({ credits: 5 });
  expect(await errorOf(await createPerson(product.url).get('/api/billing'))).toBe('401 not_logged_in');
});

const receiptPath = (saveId: string = answer.receipt.saveId, id: string = answer.id) =>
  `/api/transaction/${id}/save/${saveId}/receipt/`;

describe('a receipt', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clearcut-receipt-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs the operator's command; exit code and output. */
  async function verify(receipt: unknown, picture: Uint8Array): Promise<{ code: number; said: string }> {
    const [receiptFile, pictureFile] = [join(folder, 'receipt.json'), join(folder, 'picture.png')];
    await writeFile(receiptFile, JSON.stringify(receipt));
    await writeFile(pictureFile, picture);
    const words = ['verify-receipt', receiptFile, pictureFile];
    const { code, stdout, stderr } = await runOperator(product, words, { DATA_DIR: folder });
    return { code, said: stdout + stderr };
  }

  test('belongs to the save, for its owner and for members who may read the ledger', async () => {
    expect(await bodyOf<Receipt>(await collaborator.get(receiptPath()))).toEqual(answer.receipt);
    for (const person of [admin.person, accountant]) {
      expect(await bodyOf<Receipt>(await person.get(receiptPath()))).toEqual(answer.receipt);
    }
    expect(answer.receipt).toMatchObject({
      transactionId: answer.id,
      file: { width: 400, height: 300, bytes: file.length },
      model: { name: 'clearcut-2' },
      ledger: { teamId: admin.teamId, credits: 1, balance: 4 },
    });
    const stranger = await newSaver(product, 0);
    const editor = await joinTeam(product.url, admin.person, { role: 2, permissions: ['editor', 'myImages'] });
    for (const person of [stranger.person, editor]) {
      expect(await errorOf(await person.get(receiptPath()))).toBe('404 save_not_found');
    }
    expect(await errorOf(await admin.person.get(receiptPath(randomUUID())))).toBe('404 save_not_found');
    expect(await errorOf(await admin.person.get(receiptPath('x')))).toBe('404 save_not_found');
    expect(await errorOf(await createPerson(product.url).get(receiptPath()))).toBe('401 not_logged_in');
  });

  test('verifies against its file, naming each difference', async () => {
    const good = await verify(answer.receipt, file);
    expect(good).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^The receipt, the picture and the log agree:/),
    });
    const wrong = await verify(
      {
        ...answer.receipt,
        settings: {
          ...answer.receipt.settings,
          shadow: { kind: 'drop', color: '#000000', opacity: 1, blur: 1, offset: { x: 0, y: 0 } },
        },
        model: { ...answer.receipt.model, version: '9' },
        event: { ...answer.receipt.event, version: 1 },
        ledger: { ...answer.receipt.ledger, balance: 400 },
      },
      Buffer.from('another file'),
    );
    expect(wrong.code).toBe(1);
    expect(wrong.said.split('\n')[0]).toBe('6 differences:');
    for (const field of [
      'file.sha256',
      'file.bytes',
      'settings.shadow',
      'model.version',
      'event.version',
      'ledger.balance',
    ]) {
      expect(wrong.said).toContain(`\n  ${field} is `);
    }
    const unknown = await verify({ ...answer.receipt, saveId: randomUUID() }, file);
    expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining('no such save') });
    expect((await verify({ no: 'receipt' }, file)).code).toBe(2);
  });

  test('is valid for a copy of the log too, where its event has another position', async () => {
    const { event } = answer.receipt;
    expect((await verify({ ...answer.receipt, event: { ...event, position: '1/1' } }, file)).code).toBe(0);
  });

  test('survives the deletion of its picture', async () => {
    expect((await collaborator.send('DELETE', `/api/transaction/${answer.id}/`)).status).toBe(204);
    expect(await bodyOf<Receipt>(await collaborator.get(receiptPath()))).toEqual(answer.receipt);
    expect((await verify(answer.receipt, file)).code).toBe(0);
  });
});

test('the audit of the ledger counts the saves', async () => {
  const { code, stdout } = await runOperator(product, ['verify-ledger']);
  expect(stdout).toMatch(/^No difference in \d+ pools with \d+ lines, and 3 saves\n$/);
  expect(code).toBe(0);
});
