import { expect, test } from 'vitest';
import type { Secret } from '../kernel/secret.ts';
import { secretsNow } from './signatures.ts';

const secret = { digest: (_purpose: string, text: string) => Buffer.from(text) } as unknown as Secret;
const versionsOf = (secrets: readonly string[]): string[] =>
  secrets.map((one) => Buffer.from(one.replace('whsec_', ''), 'base64').toString());

test('regression: every secret signs until the time that its rotation told', () => {
  const old = [
    { version: 2, validUntil: '2026-11-24T13:00:00Z' },
    { version: 1, validUntil: '2026-11-24T12:00:00Z' },
  ];
  const at = (time: string) => versionsOf(secretsNow(secret, 'a', { version: 3, old }, new Date(time)));
  expect(at('2026-11-24T11:59:59Z')).toEqual(['a/3', 'a/2', 'a/1']);
  expect(at('2026-11-24T12:00:00Z')).toEqual(['a/3', 'a/2']);
  expect(at('2026-11-24T13:00:00Z')).toEqual(['a/3']);
});
