import { expect, test } from 'vitest';
import { chatIdentityOf } from './identity.ts';

const ann = {
  id: 'a1f6c0de-0000-4000-8000-000000000001',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  emailVerifiedAt: new Date(0),
  createdAt: new Date('2026-11-24T10:00:00.900Z'),
};
const SECRET = 'a secret of the chat';
/** printf %s TEXT | openssl dgst -sha256 -hmac 'a secret of the chat' */
const OF_ID = '708fb6e7d53ea4addc81c56814465c88a819302bae5cb6705401d1545f47a5c8';
const OF_ADDRESS = '82bf35939aba1a8ce6c7053c4e17487e259a15d8832c2f9037e37fdea62d1bda';

test.for([
  [{ kind: 'intercom', id: 'app' }, OF_ID],
  [{ kind: 'chatwoot', id: 'token', origin: 'https://chat.example.com' }, OF_ID],
  [{ kind: 'crisp', id: 'site' }, OF_ADDRESS],
] as const)("%o receives the member's identity with the signature that it documents", ([widget, signature]) => {
  expect(chatIdentityOf(ann, { widget, secret: SECRET })).toEqual({
    user_id: ann.id,
    name: 'Ann Lee',
    email: 'ann@example.com',
    created_at: 1_795_514_400,
    signature,
  });
});

test('the address stands in for a missing name, and an unproven address is not signed', () => {
  const unproved = { ...ann, firstName: '', lastName: '', emailVerifiedAt: null };
  const identity = chatIdentityOf(unproved, { widget: { kind: 'crisp', id: 'site' }, secret: SECRET });
  expect(identity).toMatchObject({ name: 'ann@example.com', signature: null });
});
