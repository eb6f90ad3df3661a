import type { Tx } from '@clearcut/platform/database/database';
import type { ListQuery } from '@clearcut/schemas/http/list-query';
import type { AdminUserFilter, AdminUserSort } from '@clearcut/schemas/team/http';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import { type PermissionSection, type Role, ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import type { MemberRow } from './rows.ts';
import { countRows, type ListPage } from '../lists.ts';

/** NOTIFY channel (payload: a team or user id) and PostgreSQL schema. */
export const teamChanged = 'read_team';

export interface Member {
  readonly userId: string;
  readonly teamId: string;
  readonly role: Role;
  readonly permissions: readonly PermissionSection[];
  readonly mayDeleteOwnAccount: boolean;
  readonly status: MemberRow['status'];
  readonly isStaff: boolean;
  /** Empty without a second factor. */
  readonly staffRoles: readonly StaffRole[];
  readonly hasSecondFactor: boolean;
  readonly requiresSecondFactor: boolean;
  /** When it becomes required, while that is to come. */
  readonly secondFactorDue: Date | null;
}

const MEMBER = `
  SELECT m.id AS "userId", m.team_id AS "teamId", m.role, m.permissions,
         m.may_delete_own_account AS "mayDeleteOwnAccount", m.status, coalesce(a.is_staff, false) AS "isStaff",
         coalesce(a.staff_roles, '{}') AS "staffRoles", coalesce(a.has_second_factor, false) AS "hasSecondFactor",
         t.requires_second_factor AND coalesce(t.second_factor_from <= now(), true) AS "requiresSecondFactor",
         CASE WHEN t.requires_second_factor AND t.second_factor_from > now() THEN t.second_factor_from END
           AS "secondFactorDue"
  FROM read_team.member m
  JOIN read_team.team t ON t.id = m.team_id
  LEFT JOIN read_team.account a ON a.id = m.id`;

const FIND_MEMBER = { name: 'read_team.find_member', text: `${MEMBER} WHERE m.id = $1 AND m.removed_at IS NULL` };

/** Undefined also when the read model lags. */
export async function findMember(database: Tx, userId: string): Promise<Member | undefined> {
  const [row] = await database.query<Member>(FIND_MEMBER, [userId]);
  return row;
}

export async function findAdminIds(database: Tx, teamId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM read_team.member
     WHERE team_id = $1 AND role = 'admin' AND status = 'Active' AND removed_at IS NULL ORDER BY id`,
    [teamId],
  );
  return rows.map(({ id }) => id);
}

/** Those of `ids` who are active members, each once. */
export async function activeOf(database: Tx, teamId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM read_team.member
     WHERE team_id = $1 AND id = ANY($2::uuid[]) AND status = 'Active' AND removed_at IS NULL ORDER BY id`,
    [teamId, ids],
  );
  return rows.map(({ id }) => id);
}

export interface ListedMember {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly permissions: readonly PermissionSection[];
  readonly mayDeleteOwnAccount: boolean;
  readonly status: MemberRow['status'];
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
  readonly lastLogin: Date | null;
}

const LISTED = `
  SELECT m.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", m.role, m.permissions,
         m.may_delete_own_account AS "mayDeleteOwnAccount", m.status, u.has_second_factor AS "hasSecondFactor",
         m.created_at AS "createdAt", u.last_login_at AS "lastLogin"`;

/** Closed accounts have no name or address. */
const PRESENT = `
  FROM read_team.member m JOIN identity.person u ON u.id = m.id
  WHERE m.team_id = $1 AND m.removed_at IS NULL`;

const roleNumber = Object.entries(ROLE_NUMBERS).map(([role, number]) => `WHEN '${role}' THEN ${number}`);

const SORTS: Record<AdminUserSort, string> = {
  id: 'm.id',
  email: 'lower(u.email)',
  firstName: 'lower(u.first_name)',
  lastName: 'lower(u.last_name)',
  role: `CASE m.role ${roleNumber.join(' ')} END`,
  status: 'm.status',
  createdAt: 'm.created_at',
  lastLogin: 'u.last_login_at',
};

export async function listMembers(
  database: Tx,
  teamId: string,
  { filter, sort, offset, limit }: ListQuery<AdminUserFilter, AdminUserSort>,
): Promise<ListPage<ListedMember>> {
  const { q, role, status, id } = filter;
  const where = `${PRESENT}
    AND ($2::text IS NULL OR u.email ILIKE $2 OR concat_ws(' ', u.first_name, u.last_name) ILIKE $2)
    AND ($3::text[] IS NULL OR m.role = ANY($3))
    AND ($4::text[] IS NULL OR m.status = ANY($4))
    AND ($5::uuid[] IS NULL OR m.id = ANY($5))`;
  const roles = role && Object.entries(ROLE_NUMBERS).flatMap(([name, number]) => (role.includes(number) ? [name] : []));
  const given = [teamId, containing(q), roles ?? null, status ?? null, id ?? null];
  const rows = await database.query<ListedMember>(
    `${LISTED} ${where} ORDER BY ${SORTS[sort.field]} ${sort.order} NULLS LAST, m.id LIMIT $6 OFFSET $7`,
    [...given, limit, offset],
  );
  return { rows, total: await countRows(database, where, given) };
}

/** Escaped for LIKE. */
const containing = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

export async function findListedMember(
  database: Tx,
  teamId: string,
  userId: string,
): Promise<ListedMember | undefined> {
  const [row] = await database.query<ListedMember>(`${LISTED} ${PRESENT} AND m.id = $2`, [teamId, userId]);
  return row;
}

export type MemberFacts = Pick<ListedMember, 'id' | 'role' | 'status' | 'hasSecondFactor' | 'createdAt'>;

/** Oldest first. */
export function findMemberFacts(database: Tx, teamId: string): Promise<MemberFacts[]> {
  return database.query<MemberFacts>(
    `SELECT m.id, m.role, m.status, coalesce(a.has_second_factor, false) AS "hasSecondFactor", m.created_at AS "createdAt"
     FROM read_team.member m LEFT JOIN read_team.account a ON a.id = m.id
     WHERE m.team_id = $1 AND m.removed_at IS NULL ORDER BY m.created_at, m.id`,
    [teamId],
  );
}

/** `without`: active members who have none. */
export async function findSecondFactorPolicy(
  database: Tx,
  teamId: string,
): Promise<{ readonly required: boolean; readonly from: Date | null; readonly without: number }> {
  const [row] = await database.query<{ required: boolean; from: Date | null; without: number }>(
    `SELECT requires_second_factor AS required,
            CASE WHEN second_factor_from > now() THEN second_factor_from END AS "from",
            (SELECT count(*)::int FROM read_team.member m LEFT JOIN read_team.account a ON a.id = m.id
             WHERE m.team_id = t.id AND m.status = 'Active' AND m.removed_at IS NULL
               AND NOT coalesce(a.has_second_factor, false)) AS without
     FROM read_team.team t WHERE id = $1`,
    [teamId],
  );
  return row ?? { required: false, from: null, without: 0 };
}

/** 0 before there are rows. */
export async function findTeamVersion(database: Tx, teamId: string): Promise<number> {
  const [row] = await database.query<{ version: number }>('SELECT version FROM read_team.team WHERE id = $1', [teamId]);
  return row?.version ?? 0;
}
