import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccountHandler } from '@clearcut/command-api/identity/account/handler';
import { findAccountByEmail } from '@clearcut/command-api/identity/account/accounts';
import type { Database } from '@clearcut/platform/database/database';
import { findMember } from '@clearcut/projections/team/queries';
import type { Command } from '../../command.ts';

export const makeStaff = staffCommand({
  name: 'make-staff',
  summary:
    'Mark the person as staff, as their profile then says; it opens nothing yet. Staff is a flag of the installation and no role of a team.',
  isStaff: true,
});

export const revokeStaff = staffCommand({
  name: 'revoke-staff',
  summary: 'Take back what make-staff gave.',
  isStaff: false,
});

function staffCommand({ name, summary, isStaff }: { name: string; summary: string; isStaff: boolean }): Command {
  return {
    call: `${name} <email>`,
    summary,
    async run([email = ''], { database, eventStore }) {
      const account = await findAccountByEmail(database, email);
      if (account === undefined) throw new Error(`There is no account with the email address ${email}`);
      const { id: userId } = account;
      const { events } = await createAccountHandler(eventStore).handle(
        userId,
        { type: isStaff ? 'GrantStaff' : 'RevokeStaff', userId },
        {
          commandId: randomUUID(),
          correlationId: randomUUID(),
          causationId: name,
          actor: { kind: 'operator', id: name },
          now: new Date(),
        },
      );
      await shows(database, userId, isStaff);
      const changed = events.length > 0;
      const state = isStaff ? 'staff' : 'not staff';
      return {
        text: `${account.email} is ${state}${changed ? ' now' : ', as before'}`,
        json: { userId, staff: isStaff, changed },
      };
    },
  };
}

/** The fact is in the log; the operator wants to use it at once. Without projections it takes effect when they run again. */
async function shows(database: Database, userId: string, isStaff: boolean): Promise<void> {
  const deadline = Date.now() + 2_000;
  const isShown = async (): Promise<boolean> => (await findMember(database, userId))?.isStaff === isStaff;
  while (!(await isShown().catch(() => false)) && Date.now() < deadline) await delay(50);
}
