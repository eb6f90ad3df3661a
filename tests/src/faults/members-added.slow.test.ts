/**
 * Adds members while the API is killed at each step: answered calls hold; others are eventually done or undone, or done
 * on retry. No member is half there.
 */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { eventually } from '../support/product.ts';
import { newAddress } from '../support/team.ts';
import { killedTeam } from './killed-team.ts';
import { event, killBefore, type Step } from './kill-points.ts';

const patient = { timeout: 180_000 };
const team = killedTeam();

const stepsOfAdding: Step[] = [
  { name: 'the address is taken', table: 'identity.users', write: 'INSERT' },
  event('MemberInvited'),
  event('AccountRegistered'),
  {
    name: 'the account is marked',
    table: 'identity.users',
    write: 'UPDATE',
    when: 'NEW.registered AND NOT OLD.registered',
  },
];

test.for(stepsOfAdding)(
  'a member whose adding was killed before: $name, is added by the repeat',
  patient,
  async (step) => {
    const [email, key] = [newAddress(), randomUUID()];
    await killBefore(team.product(), step, () => team.add(email, key));
    const answer = await team.add(email, key);
    expect(answer.status).toBe(201);
    const { id } = await bodyOf<AdminUser>(answer);
    expect(await team.eventsOf(`team-${team.teamId()}`, id)).toEqual(['MemberInvited']);
    expect(await team.eventsOf(`account-${id}`, id)).toEqual(['AccountRegistered']);
    expect(await team.rowOf(email)).toEqual({ id, registered: true });
    expect((await team.accept(email)).status).toBe(200);
  },
);

describe('a member whose adding was killed', () => {
  const emails = new Map<Step, string>();

  // All of them first: half-done ones are searched for every fifteen seconds.
  beforeAll(async () => {
    for (const step of stepsOfAdding) {
      const email = newAddress();
      emails.set(step, email);
      await killBefore(team.product(), step, () => team.add(email));
    }
    // Some minutes later.
    await team
      .product()
      .database.query(
        `UPDATE identity.users SET created_at = now() - interval '10 minutes' WHERE email = ANY($1) AND NOT registered`,
        [[...emails.values()]],
      );
  }, patient.timeout);

  test.for(stepsOfAdding)('before: $name, present or not', patient, async (step) => {
    const email = emails.get(step) ?? '';
    const row = await eventually(async () => {
      const found = await team.rowOf(email);
      return found === undefined ? { id: undefined } : found.registered ? found : undefined;
    });
    if (row.id === undefined) {
      expect(await team.listed(email)).toBeUndefined();
      expect((await team.add(email)).status).toBe(201);
    } else {
      expect((await team.accept(email)).status).toBe(200);
      expect((await team.listed(email))?.id).toBe(row.id);
      expect(await team.eventsOf(`team-${team.teamId()}`, row.id)).toEqual(['MemberInvited', 'InvitationAccepted']);
    }
  });
});
