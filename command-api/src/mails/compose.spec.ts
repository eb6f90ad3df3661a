import { expect, test } from 'vitest';
import { composeMail } from './compose.ts';
import type { MailKind } from './queue.ts';

const id = '0b6f1a52-6f0c-4a3c-9d53-0d2d3a1c7e10';
const origin = 'https://clearcut.example.com';
const facts = { origin, token: 'TOKEN', inviter: 'Ann Lee', member: 'Bo Ray' };
const kinds: MailKind[] = [
  'reset',
  'magic',
  'invitation',
  'proof',
  'address-proved',
  'password-changed',
  'account-closed',
  'credits-wanted',
];
const compose = (kind: MailKind, language: string, more: Partial<typeof facts> = {}) =>
  composeMail({ id, kind, recipient: 'bob@example.com', language, userId: null }, { ...facts, ...more });

test.each(['en', 'es', 'ar'])('every mail can be written in %s, in HTML and as text', (language) => {
  for (const kind of kinds) {
    const { subject, html, text } = compose(kind, language);
    for (const part of [subject, html, text]) expect(part, kind).not.toMatch(/\{\{|undefined|\[object/);
    expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    // Nothing is fetched when a mail is opened: that would tell when and where it was.
    expect(html).not.toMatch(/<img|<link|url\(|src=/);
  }
});

test.each([
  ['reset', 'en', '/change-password/TOKEN'],
  ['reset', 'es', '/es/change-password/TOKEN'],
  ['magic', 'es', '/auth/magic-link?token=TOKEN'],
  ['invitation', 'en', '/accept-invitation?token=TOKEN'],
  ['invitation', 'ar', '/ar/accept-invitation?token=TOKEN'],
  ['proof', 'es', '/es/confirm-address?token=TOKEN'],
  ['address-proved', 'en', '/forgot-password'],
  ['password-changed', 'ar', '/ar/forgot-password'],
  ['credits-wanted', 'es', '/app/billing'],
] as const)('%s in %s leads to %s', (kind, language, path) => {
  const { html, text } = compose(kind, language);
  expect(html).toContain(`href="${origin}${path}"`);
  expect(text).toContain(`${origin}${path}\n`);
});

test('a user whose language has no mails gets them in English', () => {
  for (const language of ['fr', 'toString']) {
    expect(compose('reset', language).subject).toBe('Set a new password for Clearcut');
  }
});

test('how long links work is said in words', () => {
  expect(compose('magic', 'en').text).toContain('for 10 minutes.');
  expect(compose('reset', 'es').text).toContain('durante 1 hora.');
  expect(compose('invitation', 'en').text).toContain('for 7 days.');
});

test('a name is text, whatever it looks like', () => {
  const { html, text } = compose('invitation', 'en', { inviter: '<b onclick="x">A & B</b>' });
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;');
  expect(text).toContain('<b onclick="x">A & B</b> would like');
});

test('a mail without a fact that it needs is not written', () => {
  expect(() =>
    composeMail({ id, kind: 'reset', recipient: 'bob@example.com', language: 'en', userId: null }, { origin }),
  ).toThrow('needs a token');
  const noInviter = { origin, token: 'TOKEN' };
  expect(() =>
    composeMail({ id, kind: 'invitation', recipient: 'bob@example.com', language: 'en', userId: null }, noInviter),
  ).toThrow('{{inviter}}');
});
