import { randomUUID } from 'node:crypto';
import { createAccountHandler, grantStaff as grant } from '@clearcut/command-api/accounts';
import { findMember } from '@clearcut/projections/team/queries';
import type { TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import { Secret, TOTP } from 'otpauth';
import { bodyOf } from './client.ts';
import type { Installation } from './installation.ts';
import { createPerson, type Person } from './person.ts';
import { eventually } from './product.ts';
import { newAddress } from './team.ts';

export interface Staff extends Person {
  readonly id: string;
  readonly email: string;
}

type Place = Pick<Installation, 'url' | 'database' | 'eventStore'>;

/** Makes the account staff, like `operator make-staff`, and waits until that is effective. */
export async function grantStaff({ database, eventStore }: Place, userId: string, roles: readonly StaffRole[]) {
  await createAccountHandler(eventStore).handle(userId, grant(userId, roles), {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: 'test',
    actor: { kind: 'operator', id: 'test' },
    now: new Date(),
  });
  await eventually(async () => {
    const member = await findMember(database, userId);
    return member?.isStaff === true && roles.every((role) => member.staffRoles.includes(role)) ? true : undefined;
  });
}

async function addSecondFactor({ database }: Place, person: Person, userId: string): Promise<void> {
  const { secret } = await bodyOf<TotpEnrolment>(await person.send('POST', '/api/auth/second-factor/totp'));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await person.send('POST', '/api/auth/second-factor/totp/confirm', { code });
  if (confirmed.status !== 200) throw new Error(`The second factor was answered ${confirmed.status}`);
  await eventually(async () => ((await findMember(database, userId))?.hasSecondFactor === true ? true : undefined));
}

/** A logged-in member of staff with these roles and a second factor. */
export async function newStaff(place: Place, ...roles: StaffRole[]): Promise<Staff> {
  const person = createPerson(place.url);
  const email = newAddress();
  const { pk: id } = await person.signUp(email);
  await addSecondFactor(place, person, id);
  await grantStaff(place, id, roles);
  return { ...person, id, email };
}
