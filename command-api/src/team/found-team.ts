import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { FoundTeam } from '../accounts/index.ts';
import { createTeam } from './domain/team.ts';
import type { TeamHandler } from './handler.ts';
import { settleTeam } from './settle.ts';

/** Makes the owner the first admin. Idempotent. */
export function createTeamFounder({
  database,
  teams,
}: {
  readonly database: Database;
  readonly teams: TeamHandler;
}): FoundTeam {
  return async ({ id: userId, teamId }, circumstances) => {
    const { version } = await teams.handle(teamId, createTeam({ teamId, userId }), {
      ...circumstances,
      commandId: derivedId('create-team', userId),
    });
    await settleTeam(database, teamId, version);
  };
}
