import { randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { findListedMember, type ListedMember } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { CreateUserBody, UpdateUserBody } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS, ROLES } from '@clearcut/schemas/team/permissions';
import {
  type Account,
  closeAccount,
  type ClosingDeps,
  createAccount,
  findAccount,
  findAccountByEmail,
  registerAccount,
  type RegistrationDeps,
  updateAccount,
} from '../accounts/index.ts';
import { queueMail } from '../mails/index.ts';
import type { Circumstances } from '../kernel/command-context.ts';
import { actorOf, type Member } from '../kernel/requester.ts';
import * as decide from './domain/team.ts';
import type { TeamHandler } from './handler.ts';
import { settleTeam } from './settle.ts';

export interface MemberDeps extends RegistrationDeps, ClosingDeps {
  readonly teams: TeamHandler;
}

export interface AdminRequest {
  readonly admin: Member;
  readonly requestId: string;
}

/**
 * Pending until accepted. The row comes first, so that concurrent invitations create one. After a crash, a repeat with
 * the same Idempotency-Key continues; without one the upkeep cleans up.
 * @throws CatalogueError invitee_in_team, invitee_has_account, idempotency_key_reused, forbidden
 */
export async function addMember(
  deps: MemberDeps,
  body: CreateUserBody,
  request: AdminRequest & { readonly idempotencyKey: string | undefined },
): Promise<ListedMember> {
  const { database, teams } = deps;
  const { admin, idempotencyKey } = request;
  const { teamId } = admin;
  const userId = idempotencyKey === undefined ? randomUUID() : derivedId('add-member', teamId, idempotencyKey);
  const context = contextOf('add-member', userId, request);
  const invite = decide.inviteMember(byAdmin(userId, request), rightsOf(body));
  // Checks the log first: a just demoted admin must not reserve an address.
  invite((await teams.load(teamId)).state, context.now);
  const account = await begin(deps, userId, body, admin);
  const { version } = await teams.handle(teamId, invite, context);
  await registerAccount(deps, account, circumstancesOf(request));
  return settled(database, { teamId, userId, version });
}

/** Claims the address, or recognises a repeat. @throws CatalogueError invitee_in_team, invitee_has_account, idempotency_key_reused */
async function begin(
  deps: MemberDeps,
  userId: string,
  body: CreateUserBody,
  admin: Member,
): Promise<Pick<Account, 'id' | 'teamId' | 'registeredBy' | 'emailVerifiedAt'>> {
  const before = await findRepeated(deps, userId, body, admin);
  if (before !== undefined) return before;
  try {
    return await takeAddress(deps.database, userId, body, admin);
  } catch (error) {
    // Possibly the same call, sent twice at once.
    const meanwhile = await findRepeated(deps, userId, body, admin);
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

async function findRepeated(
  { database, teams }: MemberDeps,
  userId: string,
  { email }: CreateUserBody,
  { teamId }: Member,
): Promise<Account | undefined> {
  const account = await findAccount(database, userId);
  // The team compares rights. Names are not compared: members change them.
  const isOther = account !== undefined && account.email.toLowerCase() !== email.toLowerCase();
  const { state } = await teams.load(teamId);
  const wasRemoved = state.members.get(userId)?.status === 'removed';
  if (isOther || wasRemoved) throw new CatalogueError('idempotency_key_reused');
  return account;
}

async function takeAddress(
  database: Database,
  id: string,
  { email, firstName, lastName }: CreateUserBody,
  admin: Member,
): Promise<Pick<Account, 'id' | 'teamId' | 'registeredBy' | 'emailVerifiedAt'>> {
  const holder = await findAccountByEmail(database, email);
  if (holder !== undefined) throw takenBy(holder, admin);
  const language = (await findAccount(database, admin.userId))?.language ?? 'en';
  const { teamId, userId: invitedBy } = admin;
  const person = { id, teamId, email, firstName, lastName, language };
  const account = { ...person, passwordHash: null, registeredBy: 'invitation', invitedBy } as const;
  try {
    await database.transaction(async (tx) => {
      await createAccount(tx, account);
      await queueMail(tx, { kind: 'invitation', recipient: email, language, userId: id });
    });
  } catch (error) {
    if (!(error instanceof CatalogueError && error.code === 'email_exists')) throw error;
    throw takenBy(await findAccountByEmail(database, email), admin);
  }
  return { ...account, emailVerifiedAt: null };
}

/** Without an account it is a pending invitation of this team. */
const takenBy = (holder: Account | undefined, { teamId }: Member): CatalogueError =>
  new CatalogueError(holder === undefined || holder.teamId === teamId ? 'invitee_in_team' : 'invitee_has_account');

/**
 * Waits for a member who is not yet in the read model.
 * @throws CatalogueError user_not_found, service_unavailable when the read model lags too much
 */
export async function openMember(
  { database, teams }: MemberDeps,
  teamId: string,
  userId: string,
): Promise<ListedMember> {
  const member = await findListedMember(database, teamId, userId);
  if (member !== undefined) return member;
  const { state, version } = await teams.load(teamId);
  const status = state.members.get(userId)?.status ?? 'removed';
  if (status === 'removed') throw new CatalogueError('user_not_found');
  return settled(database, { teamId, userId, version });
}

/** @throws CatalogueError user_not_found, last_admin, forbidden */
export async function updateMember(
  { database, teams }: MemberDeps,
  userId: string,
  body: UpdateUserBody,
  request: AdminRequest,
): Promise<ListedMember> {
  const { teamId } = request.admin;
  const { version } = await teams.handle(
    teamId,
    decide.changeRights(byAdmin(userId, request), rightsOf(body)),
    contextOf('change-rights', userId, request),
  );
  const { firstName, lastName } = body;
  await updateAccount(database, userId, {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  });
  return settled(database, { teamId, userId, version });
}

/**
 * Closes the member's account too, with sessions, address and personal data. Returns the former member.
 * @throws CatalogueError user_not_found, own_account_removal, forbidden
 */
export async function removeMember(deps: MemberDeps, userId: string, request: AdminRequest): Promise<ListedMember> {
  const { database, teams } = deps;
  const { teamId } = request.admin;
  const member = await openMember(deps, teamId, userId);
  const context = contextOf('remove-member', userId, request);
  const { version } = await teams.handle(teamId, decide.removeMember(byAdmin(userId, request)), context);
  await closeAccount(deps, { userId, by: 'admin' }, circumstancesOf(request));
  await settleTeam(database, teamId, version);
  return member;
}

/** @throws CatalogueError user_not_found, invitation_not_pending, forbidden */
export async function inviteAgain(
  { database, teams }: MemberDeps,
  userId: string,
  request: AdminRequest,
): Promise<ListedMember> {
  const { teamId } = request.admin;
  const { version } = await teams.handle(
    teamId,
    decide.resendInvitation(byAdmin(userId, request)),
    contextOf('resend-invitation', userId, request),
  );
  const account = await findAccount(database, userId);
  if (account === undefined) throw new CatalogueError('user_not_found');
  await queueMail(database, {
    kind: 'invitation',
    recipient: account.email,
    language: account.language,
    userId,
  });
  return settled(database, { teamId, userId, version });
}

export const byAdmin = (userId: string, { admin }: AdminRequest) => ({
  teamId: admin.teamId,
  userId,
  by: admin.userId,
});

export const circumstancesOf = ({ admin, requestId }: AdminRequest): Circumstances => ({
  correlationId: requestId,
  causationId: requestId,
  actor: actorOf(admin),
  now: new Date(),
});

export const contextOf = (command: string, userId: string, request: AdminRequest) => ({
  ...circumstancesOf(request),
  commandId: derivedId(command, userId, request.requestId),
});

function rightsOf({ role: number, permissions, mayDeleteOwnAccount }: UpdateUserBody): decide.Rights {
  const role = ROLES.find((name) => ROLE_NUMBERS[name] === number);
  if (role === undefined) throw new Error(`There is no role ${number}`);
  return { role, permissions, mayDeleteOwnAccount };
}

/** Waits for the read model. @throws CatalogueError service_unavailable when it lags too much */
export async function settled(
  database: Database,
  { teamId, userId, version }: { readonly teamId: string; readonly userId: string; readonly version: number },
): Promise<ListedMember> {
  await settleTeam(database, teamId, version);
  const member = await findListedMember(database, teamId, userId);
  if (member === undefined) throw new CatalogueError('service_unavailable');
  return member;
}
