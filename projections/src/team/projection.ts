import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { type AccountEvent, isAccountEvent } from '@clearcut/schemas/identity/events';
import { isTeamEvent, type TeamEvent } from '@clearcut/schemas/team/events';
import type { Tx } from '@clearcut/platform/database/database';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { RowBatch } from '../row-batch.ts';
import { teamChanged } from './queries.ts';
import { type AccountRow, evolveAccount, evolveTeam, type MemberRow, type TeamRow } from './rows.ts';

export const teamReadModel: ReadModel = {
  name: 'team',
  schema: teamChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 4,
  categories: ['team', 'account'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const ofAccounts = batch.filter(({ event }) => isAccountEvent(event));
  const ofTeams = batch.filter(({ event }) => !isAccountEvent(event));
  const teams = await projectTeams(tx, eventsOf(ofTeams, isTeamEvent));
  const accounts = await projectAccounts(tx, eventsOf(ofAccounts, isAccountEvent));
  return [...teams, ...accounts];
}

async function projectTeams(tx: Tx, events: readonly RecordedEvent<TeamEvent>[]): Promise<string[]> {
  const ids = events.map(({ event }) => event.data);
  const teams = await RowBatch.read<TeamRow>(
    tx,
    'team',
    ids.map(({ teamId }) => teamId),
  );
  const members = await RowBatch.read<MemberRow>(
    tx,
    'member',
    ids.map(({ userId }) => userId),
  );
  for (const recorded of events) {
    const { teamId, userId } = recorded.event.data;
    const { team, member } = evolveTeam({ team: teams.get(teamId), member: members.get(userId) }, recorded);
    teams.set(team);
    members.set(member);
  }
  await members.write();
  return teams.write();
}

async function projectAccounts(tx: Tx, events: readonly RecordedEvent<AccountEvent>[]): Promise<string[]> {
  const ids = events.map(({ event }) => event.data.userId);
  const accounts = await RowBatch.read<AccountRow>(tx, 'account', ids);
  for (const recorded of events) {
    accounts.set(evolveAccount(accounts.get(recorded.event.data.userId), recorded));
  }
  return accounts.write();
}
