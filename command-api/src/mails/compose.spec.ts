import { directionOf, tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { expect, test } from 'vitest';
import { composeMail } from './compose.ts';
import type { MailKind, MailDetails } from './queue.ts';

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
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'api-key-made',
  'account-closed',
  'credits-wanted',
  'trial-ending',
  'payment-failed',
  'payment-action',
  'receipt',
  'credits-low',
  'credits-out',
  'plan-ended',
  'webhook-disabled',
  'break-glass',
  'support-cut-out',
];
const payment: MailDetails = {
  amount: { minor: 2900, currency: 'eur' },
  date: '2026-03-01T10:00:00.000Z',
  credits: 40,
  plan: 'starter',
  host: 'hooks.example.org',
  key: 'cck_live_…1234',
  breakGlass: { reason: 'abuse', text: 'Two reports say that it breaks the terms' },
  picture: 'vase.jpg',
};
const mail = { id, recipient: 'bob@example.com', userId: null, facts: payment };
const compose = (kind: MailKind, language: string, more: Partial<typeof facts> = {}) =>
  composeMail({ ...mail, kind, language }, { ...facts, ...more });

test.each(TRANSLATIONS.map(({ code }) => code))('every mail can be written in %s, in HTML and as text', (language) => {
  for (const kind of kinds) {
    const { subject, html, text } = compose(kind, language);
    for (const part of [subject, html, text]) expect(part, kind).not.toMatch(/\{\{|undefined|\[object/);
    expect(html).toContain(`lang="${tagOf(language)}" dir="${directionOf(language)}"`);
    // Mails load nothing: that would reveal when and where they were opened.
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
  ['recovery-code-used', 'es', '/es/forgot-password'],
  ['api-key-made', 'es', '/es/forgot-password'],
  ['credits-wanted', 'es', '/app/billing'],
  ['receipt', 'ar', '/app/billing'],
  ['webhook-disabled', 'en', '/app/api'],
  ['support-cut-out', 'el', '/app/my-images'],
] as const)('%s in %s leads to %s', (kind, language, path) => {
  const { html, text } = compose(kind, language);
  expect(html).toContain(`href="${origin}${path}"`);
  expect(text).toContain(`${origin}${path}\n`);
});

test('a user whose language has no mails gets them in English', () => {
  for (const language of ['tlh', 'toString']) {
    expect(compose('reset', language).subject).toBe('Set a new password for Clearcut');
  }
});

test('spells out a link’s lifetime in words', () => {
  expect(compose('magic', 'en').text).toContain('within 10 minutes.');
  expect(compose('reset', 'es').text).toContain('durante 1 hora.');
  expect(compose('invitation', 'en').text).toContain('within 7 days.');
});

test('always escapes a name as text', () => {
  const { html, text } = compose('invitation', 'en', { inviter: '<b onclick="x">A & B</b>' });
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;A &amp; B&lt;/b&gt;');
  expect(text).toContain('<b onclick="x">A & B</b> would like');
});

test('does not write a mail that lacks a fact', () => {
  expect(() => composeMail({ ...mail, kind: 'reset', language: 'en' }, { origin })).toThrow('needs a token');
  const noInviter = { origin, token: 'TOKEN' };
  expect(() => composeMail({ ...mail, kind: 'invitation', language: 'en' }, noInviter)).toThrow('{{inviter}}');
});

test('formats amounts, days and credits for the language', () => {
  expect(compose('receipt', 'en').text).toContain(
    'We received €29.00 on 1 March 2026 for the plan Starter. Credits added: 40.',
  );
  expect(compose('receipt', 'es').text).toMatch(/Recibimos 29,00\s€ el 1 de marzo de 2026 por el plan Starter/);
  const yen = {
    ...mail,
    kind: 'receipt',
    language: 'en',
    facts: { ...payment, amount: { minor: 2900, currency: 'jpy' } },
  };
  expect(composeMail(yen as typeof yen & { kind: 'receipt' }, facts).subject).toBe(
    'Your receipt from Clearcut: ¥2,900',
  );
});
