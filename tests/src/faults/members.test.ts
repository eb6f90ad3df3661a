/**
 * Accepts and removes members while the API is killed at each step: answered calls hold; others are eventually done or
 * undone, or done on retry. No member is half there.
 */
import type { AdminUser } from '@clearcut/schemas/team/http';
import { expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { createPerson, mailTo, PASSWORD, tokenIn } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { newAddress } from '../support/team.ts';
import { killedTeam } from './killed-team.ts';
import { event, killBefore, type Step } from './kill-points.ts';

const patient = { timeout: 180_000 };
const team = killedTeam();

test.for<Step>([
  event('InvitationAccepted'),
  event('AddressProved'),
  { name: 'the link is used up', table: 'identity.tokens', write: 'DELETE' },
  { name: 'the session begins', table: 'identity.sessions', write: 'INSERT' },
  event('PasswordChanged'),
])('a member whose acceptance was killed before $name joins as one member', patient, async (step) => {
  const email = newAddress();
  const { id } = await bodyOf<AdminUser>(await team.admin().send('POST', '/api/admin/users', { email, role: 3 }));
  const token = tokenIn(await mailTo(team.product().url, email, /Ada/));
  const person = createPerson(team.product().url);
  const accept = () => person.send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
  await killBefore(team.product(), step, accept);
  // By the link, or by the password already set if that used the link up.
  const again = await accept();
  if (!again.ok) {
    expect(await errorOf(again)).toBe('400 link_expired');
    expect((await person.logIn(email)).status).toBe(200);
  }
  expect(await person.me()).toMatchObject({ pk: id, team_id: team.teamId(), role: 'collaborator' });
  expect(await team.eventsOf(`team-${team.teamId()}`, id)).toEqual(['MemberInvited', 'InvitationAccepted']);
  // The list follows the log.
  await eventually(async () => ((await team.listed(email))?.status === 'Active' ? true : undefined));
});

test.for<Step>([
  event('MemberRemoved'),
  event('AccountClosed'),
  { name: 'the data is erased', table: 'identity.users', write: 'DELETE' },
])('a member whose removal was killed before $name is still a member, or has no account', patient, async (step) => {
  const email = newAddress();
  const { id } = await bodyOf<AdminUser>(await team.add(email));
  const person = createPerson(team.product().url);
  await team.accept(email);
  await person.logIn(email);
  await killBefore(team.product(), step, () => team.admin().send('DELETE', `/api/admin/users/${id}`));
  if (!(await team.eventsOf(`team-${team.teamId()}`, id)).includes('MemberRemoved')) {
    expect(await person.me()).toMatchObject({ pk: id });
    expect((await team.admin().send('DELETE', `/api/admin/users/${id}`)).status).toBe(200);
  }
  // Completed without any retry.
  await eventually(async () => ((await team.rowOf(email)) === undefined ? true : undefined));
  expect(await person.me()).toBeUndefined();
  expect(await team.listed(email)).toBeUndefined();
  expect(await team.eventsOf(`team-${team.teamId()}`, id)).toEqual([
    'MemberInvited',
    'InvitationAccepted',
    'MemberRemoved',
  ]);
  expect(await team.eventsOf(`account-${id}`, id)).toEqual([
    'AccountRegistered',
    'AddressProved',
    'PasswordChanged',
    'AccountClosed',
  ]);
});
