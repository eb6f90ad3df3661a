import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { mailTo } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

const SUPPORT = 'support@example.com';
const MAX_FILE_BYTES = 5 * 1024 * 1024;

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ SUPPORT_EMAIL: SUPPORT });
});
afterAll(() => product.stop());

const valid = { email: 'Ada@example.com', subject: 'A question', message: 'First line\r\nSecond line' };
const bytesOf = (...bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

function formOf(
  fields: Readonly<Record<string, string>>,
  file?: { bytes: Uint8Array; name: string; type: string },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== undefined) form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return form;
}

const send = (body: FormData, headers: Record<string, string> = {}, query = ''): Promise<Response> =>
  fetch(`${product.url}/api/contact/${query}`, { method: 'POST', body, headers, redirect: 'manual' });

const count = async (table: 'messages' | 'files'): Promise<number> => {
  const [row] = await product.database.query<{ readonly count: string }>(`SELECT count(*) FROM contact.${table}`);
  return Number(row?.count);
};

test('a message is stored with its file, logged without its text, and mailed', async () => {
  const file = { bytes: new Uint8Array(await photo()), name: '../a "b".jpg', type: 'application/pdf' };
  const answer = await send(formOf({ ...valid, language: 'es', form: 'admin', reason: 'billing' }, file));
  expect(answer.status).toBe(201);
  const { id } = await bodyOf<{ id: string }>(answer);
  const [row] = await product.database.query(
    `SELECT email, subject, message, reason, form, name, media_type AS type, bytes FROM contact.messages
     JOIN contact.files ON message_id = id WHERE id = $1`,
    [id],
  );
  expect(row).toMatchObject({
    ...valid,
    message: 'First line\nSecond line',
    reason: 'billing',
    form: 'admin',
    name: 'a b.jpg',
    type: 'image/jpeg',
    bytes: Buffer.from(file.bytes),
  });
  const mail = await mailTo(product.url, SUPPORT, /A question/);
  expect(mail.text).toContain('Second line');
  expect(mail.text).toContain('Ada@example.com');
  expect(
    await eventually(async () => ((await product.typesOf(`contactMessage-${id}`)).length > 0 ? true : undefined)),
  ).toBe(true);
  const events = await product.eventStore.readStream(`contactMessage-${id}`);
  expect(events.map(({ event }) => event)).toEqual([
    { type: 'MessageReceived', data: { messageId: id, form: 'admin', reason: 'billing', hasFile: true } },
  ]);
});

test.for<[what: string, fields: Record<string, string>, fields: Record<string, string>]>([
  ['no address', { ...valid, email: '' }, { email: 'Email is required' }],
  ['a bad address', { ...valid, email: 'nobody' }, { email: 'Please enter a valid email address' }],
  ['no subject', { ...valid, subject: ' ' }, { subject: 'This field is required' }],
  ['a long subject', { ...valid, subject: 'x'.repeat(256) }, { subject: 'Cannot exceed 255 characters' }],
  ['a long message', { ...valid, message: 'x'.repeat(2001) }, { message: 'Cannot exceed 2000 characters' }],
  ['a subject of two lines', { ...valid, subject: 'a\nBcc: b' }, { subject: 'Use only characters that can be seen' }],
  ['an unknown reason', { ...valid, reason: 'x' }, { reason: expect.any(String) as string }],
])('refuses %s and stores nothing', async ([, fields, problems]) => {
  const before = await count('messages');
  const answer = await send(formOf(fields));
  expect(answer.status).toBe(400);
  expect(await bodyOf(answer)).toMatchObject({ errorCode: 'validation_failed', validation_errors: problems });
  expect(await count('messages')).toBe(before);
});

const filled = (start: Uint8Array, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set(start);
  return bytes;
};
const upload = (bytes: Uint8Array, type = 'image/png') => send(formOf(valid, { bytes, name: 'a.png', type }));

test('a file is recognised by its bytes, and may have 5 MB', async () => {
  const before = await count('files');
  const png = bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  expect(await errorOf(await upload(new TextEncoder().encode('<svg>')))).toBe('415 contact_file_type_unsupported');
  expect(await errorOf(await upload(filled(png, MAX_FILE_BYTES + 1)))).toBe('413 contact_file_too_large');
  expect(await errorOf(await upload(filled(png, MAX_FILE_BYTES + 200_000)))).toBe('413 contact_file_too_large');
  expect(await count('files')).toBe(before);
  expect((await upload(filled(png, MAX_FILE_BYTES))).status).toBe(201);
  expect((await upload(new TextEncoder().encode('%PDF-1.7'), 'text/plain')).status).toBe(201);
  expect(await count('files')).toBe(before + 2);
});

test("a browser without JavaScript gets a page with the outcome, in the form's language", async () => {
  const accept = 'text/html,*/*';
  const sent = await send(formOf({ ...valid, language: 'es' }), { accept });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/es/contact/sent']);
  const failed = await send(formOf({ ...valid, email: '' }), { accept }, '?language=ar');
  expect([failed.status, failed.headers.get('location')]).toEqual([303, '/ar/contact/not-sent']);
});

test.for<[headers: Record<string, string>, status: number]>([
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://other.example' }, 400],
  [{ 'sec-fetch-site': 'same-site' }, 400],
  [{ origin: 'https://other.example' }, 400],
  [{ origin: 'null' }, 400],
  [{ 'sec-fetch-site': 'same-origin' }, 201],
  // Pages of other sites cannot send this header.
  [{ 'sec-fetch-site': 'cross-site', 'client-id': 'contact-test-1' }, 201],
])('a form with %j is answered %i', async ([headers, status]) => {
  const before = await count('messages');
  const answer = await send(formOf(valid), headers);
  expect(answer.status).toBe(status);
  expect(await count('messages')).toBe(before + (status === 201 ? 1 : 0));
});

test("another site's form gets a page that says it was not sent", async () => {
  const answer = await send(formOf(valid), { accept: 'text/html', 'sec-fetch-site': 'cross-site' }, '?language=es');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/es/contact/not-sent']);
});

test('refuses a body that is not a form', async () => {
  const answer = await fetch(`${product.url}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await errorOf(answer)).toBe('400 validation_failed');
});

test('a message and its file are erased after three years, and the log records it', async () => {
  const png = bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const { id } = await bodyOf<{ id: string }>(await send(formOf(valid, { bytes: png, name: 'a.png', type: '' })));
  await eventually(async () => ((await product.typesOf(`contactMessage-${id}`)).length > 0 ? true : undefined));
  await product.database.query(
    `UPDATE contact.messages SET received_at = now() - interval '3 years 1 hour' WHERE id = $1`,
    [id],
  );
  // Each incoming message starts a round.
  await send(formOf(valid));
  await eventually(async () => ((await product.typesOf(`contactMessage-${id}`)).length > 1 ? true : undefined));
  expect(await product.typesOf(`contactMessage-${id}`)).toEqual(['MessageReceived', 'MessageErased']);
  expect(await product.database.query('SELECT 1 FROM contact.files WHERE message_id = $1', [id])).toEqual([]);
});

test('limits the messages of one network address', async () => {
  for (let sent = 0; ; sent++) {
    expect(sent).toBeLessThan(20);
    const answer = await send(formOf(valid));
    if (answer.status === 201) continue;
    expect(await errorOf(answer)).toBe('429 too_many_attempts');
    return;
  }
});
