import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AccountDecision,
  createAccountHandler,
  grantStaff,
  revokeStaff as revokeRoles,
} from '@clearcut/command-api/accounts';
import { UsageError } from '@clearcut/platform/cli/command';
import type { Database } from '@clearcut/platform/database/database';
import { findMember } from '@clearcut/projections/team/queries';
import { STAFF_ROLES, type StaffRole } from '@clearcut/schemas/support/staff-roles';
import type { Command, OperatorContext } from '../../command.ts';
import { accountOf } from './account-of.ts';

export const makeStaff: Command = {
  call: 'make-staff <email> --role <roles>',
  summary:
    'Let the person use the support console with these roles, separated by commas, in the place of those before: support, billing, operations, auditor. Roles open nothing before the account has a second factor.',
  async run([email = ''], context, { role }) {
    const roles = rolesOf(role);
    const account = await accountOf(context.database, email);
    const changed = await give(context, account.id, grantStaff(account.id, roles), 'make-staff');
    const member = await shows(context.database, account.id, roles);
    const hint = member?.hasSecondFactor === true ? '' : '. They need a second factor before anything opens';
    return {
      text: `${account.email} is staff (${roles.join(', ')})${changed ? ' now' : ', as before'}${hint}`,
      json: { userId: account.id, staff: true, roles, changed },
    };
  },
};

export const revokeStaff: Command = {
  call: 'revoke-staff <email>',
  summary: 'Take back what make-staff gave.',
  async run([email = ''], context) {
    const account = await accountOf(context.database, email);
    const changed = await give(context, account.id, revokeRoles(account.id), 'revoke-staff');
    await shows(context.database, account.id, []);
    return {
      text: `${account.email} is not staff${changed ? ' now' : ', as before'}`,
      json: { userId: account.id, staff: false, changed },
    };
  },
};

/** @throws UsageError */
function rolesOf(given: string | undefined): StaffRole[] {
  const names = (given ?? '').split(',').map((name) => name.trim());
  const roles = STAFF_ROLES.filter((role) => names.includes(role));
  const unknown = names.find((name) => !roles.some((role) => role === name));
  if (unknown === undefined) return roles;
  throw new UsageError(`Give one or more roles with --role, separated by commas. There are: ${STAFF_ROLES.join(', ')}`);
}

/** Whether anything changed. */
async function give(
  { eventStore }: OperatorContext,
  userId: string,
  decision: AccountDecision,
  name: string,
): Promise<boolean> {
  const { events } = await createAccountHandler(eventStore).handle(userId, decision, {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: name,
    actor: { kind: 'operator', id: name },
    now: new Date(),
  });
  return events.length > 0;
}

/** Waits for the read model; without projections it takes effect when they run again. */
async function shows(database: Database, userId: string, roles: readonly StaffRole[]) {
  const deadline = Date.now() + 2_000;
  for (;;) {
    const member = await findMember(database, userId).catch(() => undefined);
    const isShown =
      member !== undefined && STAFF_ROLES.every((role) => roles.includes(role) === member.staffRoles.includes(role));
    if (isShown || Date.now() >= deadline) return member;
    await delay(50);
  }
}
