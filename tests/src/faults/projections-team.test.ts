/** The read model of teams under kills and rebuilds: always the fold of the log, in every column. */
import { randomUUID } from 'node:crypto';
import { createAccountHandler, grantStaff, recordRegistration, revokeStaff } from '@clearcut/command-api/accounts';
import {
  acceptInvitation,
  changeRights,
  createTeam,
  createTeamHandler,
  declineInvitation,
  inviteMember,
  removeMember,
  resendInvitation,
  type Rights,
} from '@clearcut/command-api/team';
import { uuidOf } from '@clearcut/projections/testing/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { PERMISSION_SECTIONS, ROLES } from '@clearcut/schemas/team/permissions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caughtUp, hashOf, install, type Installation, kill, outcome } from './projections-harness.ts';

const TEAMS = 6;
const PEOPLE = 5;
const TABLES = ['read_team.team', 'read_team.member', 'read_team.account'];

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});
afterEach(async () => {
  await installation.remove();
});

const context = () => ({
  commandId: randomUUID(),
  correlationId: 'correlation',
  causationId: 'test',
  actor: { kind: 'system', id: 'test' } as const,
  now: new Date(),
});

const teamIdOf = (team: number): string => uuidOf('team', team);
const userIdOf = (team: number, person: number): string => uuidOf('team', team, person);

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

function anyCommand(team: number) {
  const [userId, by] = [0, 1].map(() => userIdOf(team, Math.floor(Math.random() * PEOPLE))) as [string, string];
  const rights: Rights = {
    role: pick(ROLES),
    permissions: PERMISSION_SECTIONS.filter(() => Math.random() < 0.5),
    mayDeleteOwnAccount: Math.random() < 0.5,
  };
  const ids = { teamId: teamIdOf(team), userId };
  const admin = { ...ids, by };
  const decide = pick([
    inviteMember(admin, rights),
    changeRights(admin, rights),
    resendInvitation(admin),
    acceptInvitation(ids),
    declineInvitation(ids),
    removeMember(admin),
  ]);
  return { userId, decide };
}

/** Random commands from concurrent writers on the same teams; refused ones change nothing. */
async function change(times: number): Promise<void> {
  const teams = createTeamHandler(installation.eventStore);
  const accounts = createAccountHandler(installation.eventStore);
  async function write(): Promise<void> {
    for (let turn = 0; turn < times; turn++) {
      const team = turn % TEAMS;
      const { userId, decide } = anyCommand(team);
      try {
        await teams.handle(teamIdOf(team), decide, context());
        await accounts.handle(userId, recordRegistration({ userId, by: 'admin' }), context());
        await accounts.handle(userId, pick([grantStaff(userId, ['support']), revokeStaff(userId)]), context());
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, write));
}

async function found(): Promise<void> {
  const teams = createTeamHandler(installation.eventStore);
  for (let team = 0; team < TEAMS; team++) {
    const ids = { teamId: teamIdOf(team), userId: userIdOf(team, 0) };
    await teams.handle(ids.teamId, createTeam(ids), context());
  }
}

/** Compares with the fold of the log, which is independent of tables. */
async function expectFoldOfLog(): Promise<void> {
  const { database, eventStore } = installation;
  const teams = createTeamHandler(eventStore);
  for (let team = 0; team < TEAMS; team++) {
    const id = teamIdOf(team);
    const { state, version } = await teams.load(id);
    const rows = await database.query<{ id: string }>(
      `SELECT id, role, permissions, may_delete_own_account AS "mayDeleteOwnAccount",
              CASE WHEN removed_at IS NULL THEN lower(status) ELSE 'removed' END AS status
       FROM read_team.member WHERE team_id = $1`,
      [id],
    );
    const shown = new Map(rows.map(({ id: userId, ...member }) => [userId, member]));
    // The initial rights only tell a retry from another request; the table shows current ones.
    const folded = Array.from(state.members, ([userId, { role, permissions, mayDeleteOwnAccount, status }]) => {
      return [userId, { role, permissions, mayDeleteOwnAccount, status }] as const;
    });
    expect(shown).toEqual(new Map(folded));
    expect(await database.query('SELECT version FROM read_team.team WHERE id = $1', [id])).toEqual([{ version }]);
  }
}

const hashes = (): Promise<string[]> => Promise.all(TABLES.map((table) => hashOf(installation.database, table)));

test('kills of the projector lose and double nothing, and a rebuild gives equal rows', async () => {
  const { database } = installation;
  await found();
  for (let round = 0; round < 3; round++) {
    const projections = await installation.startProjections();
    await change(60);
    await kill(projections);
  }
  await installation.startProjections();
  await caughtUp(database);
  await expectFoldOfLog();
  const followed = await hashes();
  expect((await outcome(installation.operator('rebuild', 'team'))).code).toBe(0);
  expect(await hashes()).toEqual(followed);
});

test('a rebuild while teams change ends in the fold of the log', async () => {
  await installation.startProjections();
  await found();
  const [rebuilt] = await Promise.all([outcome(installation.operator('rebuild', 'team')), change(150)]);
  expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
  await caughtUp(installation.database);
  await expectFoldOfLog();
});
