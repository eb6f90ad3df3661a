import { randomUUID } from 'node:crypto';
import type { Mail, MailTransport } from '@clearcut/platform/mail/port';
import { createSmtpTransport } from '@clearcut/platform/mail/smtp/smtp-transport';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

let server: SmtpServer;
let transport: MailTransport;
beforeEach(async () => {
  server = await startSmtpServer();
  transport = createSmtpTransport({ url: server.url, from: 'Clearcut <no-reply@clearcut.example.com>' });
});
afterEach(async () => {
  await transport.close();
  await server.close();
});

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: randomUUID(),
  to: 'ann@example.com',
  subject: 'Elige una contraseña',
  html: '<p>¡Hola!</p>',
  text: '¡Hola!\n',
  ...more,
});

test('a mail arrives with both its parts, its sender and a stable id', async () => {
  const sent = mail();
  await transport.send(sent);
  const [received] = server.received;
  expect(received).toMatchObject({ from: 'no-reply@clearcut.example.com', to: ['ann@example.com'] });
  for (const header of [
    'From: Clearcut <no-reply@clearcut.example.com>',
    'To: ann@example.com',
    'Subject: =?UTF-8?Q?Elige_una_contrase=C3=B1a?=',
    `Message-ID: <${sent.id}@clearcut.example.com>`,
    'Auto-Submitted: auto-generated',
    'Content-Type: multipart/alternative;',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Type: text/html; charset=utf-8',
  ]) {
    expect(received?.data).toContain(header);
  }
});

test('any address or subject leads to one mail to one recipient', async () => {
  await transport.send(mail({ subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody' }));
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.to).toEqual(['ann@example.com']);
  expect(server.received[0]?.data).not.toMatch(/^Bcc:/m);
  await transport.send(mail({ to: 'ann@example.com, eve@example.com' })).catch(() => undefined);
  for (const { to } of server.received) expect(to).not.toContain('eve@example.com');
});

test('sending fails while a server refuses or is down, and the next attempt may succeed', async () => {
  server.answer = '451 Try again later';
  await expect(transport.send(mail())).rejects.toThrow(/451/);
  server.answer = '250 Taken';
  await transport.send(mail());
  expect(server.received).toHaveLength(1);
  await server.close();
  await expect(transport.send(mail())).rejects.toThrow(/./);
});
