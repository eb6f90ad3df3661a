import { randomUUID } from 'node:crypto';
import {
  createAccountHandler,
  endSessions as endSessionsOf,
  listSessions,
  recordSessionsEnded,
} from '@clearcut/command-api/accounts';
import type { Command } from '../../command.ts';
import { accountOf } from './account-of.ts';

export const endSessions: Command = {
  call: 'end-sessions <email>',
  summary:
    'End all logins of an account at once, as after a theft. Its owner can log in again; the security log of the team says so.',
  async run([email = ''], { database, eventStore }) {
    const account = await accountOf(database, email);
    const { id: userId } = account;
    // Repeating the fact is harmless; ending sessions without a record is not.
    await createAccountHandler(eventStore).handle(userId, recordSessionsEnded({ userId, by: 'operator' }), {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      causationId: 'end-sessions',
      actor: { kind: 'operator', id: 'end-sessions' },
      now: new Date(),
    });
    const { length: ended } = await listSessions(database, userId, false);
    await endSessionsOf(database, userId);
    return { text: `${account.email} is logged out everywhere (${ended} logins ended)`, json: { userId, ended } };
  },
};
