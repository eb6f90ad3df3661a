/**
 * Staff read contact-form messages and answer by mail; the answer is erased with the message, and the log holds no word
 * of it.
 */
import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { MessageLine, MessageView } from '@clearcut/schemas/contact/message-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { openPayers } from '../support/payers.ts';
import { createPerson, mailsTo, mailTo } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { newStaff, type Staff } from '../support/staff.ts';

let product: Installation;
let support: Staff;
let auditor: Staff;

beforeAll(async () => {
  product = await sharedInstallation();
  [support, auditor] = [await newStaff(product, 'support'), await newStaff(product, 'auditor')];
});
afterAll(() => product.stop());

const TEXT = 'We found the cause: the hair is whole in new cut-outs.';

async function write(fields: Record<string, string>, ...pictures: string[]): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const picture of pictures) form.append('picture', picture);
  form.set('file', new Blob([Buffer.from('%PDF-1.7 a page')]), 'page.pdf');
  const answer = await fetch(`${product.url}/api/contact/`, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
  return (await bodyOf<{ id: string }>(answer)).id;
}

test('a message is read with its pictures and file, answered once by mail, and erased with its answer', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const email = `${randomUUID()}@example.com`;
  const id = await write({ email, subject: 'Pelo', message: 'Falta el pelo', language: 'es' }, first, second);
  const other = await write({ email: 'other@example.com', subject: 'Thanks', message: 'All is well' });
  const path = `/api/staff/messages/${id}/`;
  const message = await bodyOf<MessageView>(await support.get(path));
  expect(message).toMatchObject({
    id,
    email,
    subject: 'Pelo',
    pictures: [first, second],
    fileName: 'page.pdf',
    answers: [],
  });
  const file = await support.get(`${path}file/`);
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(await file.text()).toBe('%PDF-1.7 a page');

  expect(await errorOf(await support.send('POST', `${path}answers/`, { answerId: randomUUID(), text: ' ' }))).toBe(
    '400 validation_failed',
  );
  const body = { answerId: randomUUID(), text: TEXT };
  for (const _ of [1, 2]) expect((await support.send('POST', `${path}answers/`, body)).status).toBe(201);
  const mail = await mailTo(product.url, email, /^Re: Pelo$/);
  expect(mail.text).toContain(TEXT);
  expect(mail.text).toContain('Falta el pelo');
  expect(mail.text).toContain('Nuestra respuesta');
  await eventually(async () => {
    const { answers } = await bodyOf<MessageView>(await support.get(path));
    return answers.length === 1 && answers[0]?.isMailed === true ? true : undefined;
  });
  expect(await mailsTo(product.url, email)).toHaveLength(1);
  // Not answered first.
  const lines = await bodyOf<MessageLine[]>(await support.get('/api/staff/messages/'));
  // Other files write to the same product.
  expect(lines.map(({ id: line }) => line).filter((line) => line === id || line === other)).toEqual([other, id]);

  const entries = await eventually(async () => {
    const filter = encodeURIComponent(JSON.stringify({ target: id }));
    const page = await bodyOf<AuditEntry[]>(await auditor.get(`/api/staff/audit/?filter=${filter}`));
    return page.length >= 2 ? page : undefined;
  });
  expect(entries.map(({ action }) => action).sort()).toEqual(['answer-message', 'open-message']);
  const written = JSON.stringify(await product.events());
  for (const word of [TEXT, 'Pelo', email]) expect(written).not.toContain(word);

  await product.database.query(`UPDATE contact.messages SET received_at = now() - interval '4 years' WHERE id = $1`, [
    id,
  ]);
  await product.replace('command-api');
  await eventually(async () => ((await support.get(path)).status === 404 ? true : undefined));
  expect(await product.database.query('SELECT 1 FROM contact.answers')).toEqual([]);
  expect(await errorOf(await support.send('POST', `${path}answers/`, body))).toBe('404 message_not_found');
});

const marked = async () =>
  (await bodyOf<MessageLine[]>(await support.get('/api/staff/messages/'))).map((line) => [line.id, line.hasSupport]);

test('a message of a team with the support add-on is marked, and comes first', async () => {
  const payers = await openPayers(product);
  const payer = await payers.newcomer();
  await payers.subscribe(payer, 'starter');
  expect(await payers.post(payer, 'charge-support-addon')).toMatchObject([200, {}]);
  const email = (await payer.me())?.email ?? '';
  const id = await write({ email, subject: 'Ours', message: 'It fails' });
  const later = await write({ email: `${randomUUID()}@example.com`, subject: 'Theirs', message: 'It fails too' });
  await expect.poll(async () => (await marked())[0]).toEqual([id, true]);
  expect(await marked()).toContainEqual([later, false]);
  await payers.areClean();
});

test("a message is assigned, closed and reopened, and shows its sender's plan and recent errors", async () => {
  const sender = createPerson(product.url);
  const email = `${randomUUID()}@example.com`;
  await sender.signUp(email);
  expect((await sender.get(`/api/transaction/${randomUUID()}/`)).status).toBe(404);
  const id = await write({ email, subject: 'Help', message: 'It fails' });
  const path = `/api/staff/messages/${id}/`;
  const change = async (body: object) => bodyOf<MessageView>(await support.send('PATCH', path, body));
  await expect
    .poll(async () => (await bodyOf<MessageView>(await support.get(path))).errors.map(({ code }) => code))
    .toEqual(['transaction_not_found']);
  expect(await bodyOf<MessageView>(await support.get(path))).toMatchObject({
    plan: null,
    teamId: (await sender.me())?.team_id,
    assignedTo: null,
    closedAt: null,
  });
  expect(await change({ isMine: true })).toMatchObject({ assignedTo: support.id, closedAt: null });
  const { closedAt } = await change({ isClosed: true });
  expect(closedAt).not.toBeNull();
  expect(await change({ isClosed: true })).toMatchObject({ assignedTo: support.id, closedAt });
  const lines = await bodyOf<MessageLine[]>(await support.get('/api/staff/messages/'));
  expect(lines.findLast(({ closedAt: at }) => at === null)?.id).not.toBe(id);
  expect(lines.find((line) => line.id === id)).toMatchObject({ closedAt, assignedTo: support.id });
  expect(await change({ isMine: false, isClosed: false })).toMatchObject({ assignedTo: null, closedAt: null });
  expect(await errorOf(await support.send('PATCH', path, { assignedTo: support.id }))).toBe('400 validation_failed');
});

test("regression: giving a message back leaves a colleague's assignment", async () => {
  const id = await write({ email: `${randomUUID()}@example.com`, subject: 'Help', message: 'It fails' });
  const colleague = await newStaff(product, 'support');
  const change = async (by: Staff, isMine: boolean) =>
    bodyOf<MessageView>(await by.send('PATCH', `/api/staff/messages/${id}/`, { isMine }));
  await change(support, true);
  await change(colleague, true);
  expect(await change(support, false)).toMatchObject({ assignedTo: colleague.id });
  expect(await change(colleague, false)).toMatchObject({ assignedTo: null });
});

const answer = (to: string, body: object) => support.send('POST', `/api/staff/messages/${to}/answers/`, body);

test('regression: another text, or another message, under the id of an answer is refused, not dropped', async () => {
  const email = `${randomUUID()}@example.com`;
  const message = { email, subject: 'Hair', message: 'It is cut off' };
  const [id, other] = [await write(message), await write(message)];
  const body = { answerId: randomUUID(), text: TEXT };
  expect((await answer(id, body)).status).toBe(201);
  expect(await errorOf(await answer(id, { ...body, text: 'Rather this' }))).toBe('422 idempotency_key_reused');
  expect(await errorOf(await answer(other, body))).toBe('422 idempotency_key_reused');
  expect((await answer(id, body)).status).toBe(201);
});
