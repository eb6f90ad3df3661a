import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { expect, test } from 'vitest';
import { metadataOf, uuidOf } from '../testing/events.ts';
import { entryOf } from './rows.ts';

const [teamId, userId] = [uuidOf('team'), uuidOf('user')];
const recorded = (event: ClearcutEvent): RecordedEvent<ClearcutEvent> => ({
  id: uuidOf('event'),
  event,
  metadata: metadataOf(1),
  stream: `account-${userId}`,
  version: 1,
  position: '1',
  recordedAt: new Date(),
});

test("an account's event appears in the log of the team that an earlier event named", () => {
  const changed = recorded({ type: 'PasswordChanged', data: { userId, by: 'owner' } });
  expect(entryOf(changed, () => teamId)).toMatchObject({
    id: uuidOf('event'),
    team_id: teamId,
    user_id: userId,
    kind: 'password_changed',
    detail: 'owner',
  });
  expect(entryOf(changed, () => undefined)).toBeUndefined();
});

test('events without security meaning make no entry', () => {
  expect(
    entryOf(recorded({ type: 'AccountRegistered', data: { userId, by: 'password' } }), () => teamId),
  ).toBeUndefined();
});
