import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['a@example.com', 'a+1@example.com'],
  ['a@example.com', 'A+x+y@EXAMPLE.com'],
  ['a.lee@gmail.com', 'al.ee+shop@gmail.com'],
  ['alee@gmail.com', 'A.L.E.E@googlemail.com'],
  ['a-lee@proton.me', 'a_l.ee+1@pm.me'],
  ['alee@icloud.com', 'alee+1@me.com'],
  ['a-lee@yandex.ru', 'a.lee@ya.ru'],
])('%s and %s are one mailbox', (one, other) => {
  expect(mailboxOf(other)).toBe(mailboxOf(one));
});

test.each([
  ['a.lee@example.com', 'alee@example.com'],
  ['a@example.com', 'a@example.org'],
  ['a.lee@icloud.com', 'alee@icloud.com'],
  ['+a@example.com', '+b@example.com'],
])('%s and %s are two', (one, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(one));
});
