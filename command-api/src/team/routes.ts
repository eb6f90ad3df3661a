import { findSecondFactorPolicy, listMembers, type ListedMember } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AdminUser, SecondFactorPolicy } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import { askForCredits } from './ask-for-credits.ts';
import { route, type Route } from '../http/contract.ts';
import { idempotencyKeyOf } from '../http/headers/idempotency.ts';
import { pageOf } from '../http/list.ts';
import { findAccount, type RateLimits } from '../accounts/index.ts';
import type { Member } from '../kernel/requester.ts';
import { teamContracts as contracts } from '@clearcut/schemas/contracts/team';
import { disableMember, enableMember } from './keep-out.ts';
import { changeSecondFactorPolicy, removeFactorOfMember } from './second-factors.ts';
import { addMember, inviteAgain, type MemberDeps, openMember, removeMember, updateMember } from './members.ts';

export type TeamDeps = MemberDeps & {
  readonly rateLimits: RateLimits;
  readonly canMail: boolean;
  readonly hasCredits: boolean;
};

export function teamRoutes(deps: TeamDeps): Route[] {
  const { database } = deps;

  /**
   * Only admins with a proved address may cause mails to strangers.
   * @throws CatalogueError mail_unavailable, address_unproved, too_many_requests
   */
  async function checkMail(email: string, admin: Member): Promise<void> {
    if (!deps.canMail) throw new CatalogueError('mail_unavailable');
    const account = await findAccount(database, admin.userId);
    if (account === undefined || account.emailVerifiedAt === null) throw new CatalogueError('address_unproved');
    await deps.rateLimits.countInvitation(email, admin.teamId);
  }

  async function policyOf(teamId: string): Promise<SecondFactorPolicy> {
    const { from, ...policy } = await findSecondFactorPolicy(database, teamId);
    return { ...policy, from: from?.toISOString() ?? null };
  }

  return [
    route(contracts.listUsers, async ({ query, requester, reply }) => {
      const { rows, total } = await listMembers(database, requester.subject.teamId, query);
      return pageOf(reply, 'users', { rows: rows.map(viewOf), total, offset: query.offset });
    }),
    route(contracts.getUser, async ({ params, requester }) => {
      const member = await openMember(deps, requester.subject.teamId, params.id);
      return viewOf(member);
    }),
    route(contracts.createUser, async ({ body, requester, request }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      await checkMail(body.email, requester.subject);
      const member = await addMember(deps, body, { admin: requester.subject, requestId: request.id, idempotencyKey });
      return viewOf(member);
    }),
    route(contracts.updateUser, async ({ params, body, requester, request }) =>
      viewOf(await updateMember(deps, params.id, body, { admin: requester.subject, requestId: request.id })),
    ),
    route(contracts.removeUser, async ({ params, requester, request }) =>
      viewOf(await removeMember(deps, params.id, { admin: requester.subject, requestId: request.id })),
    ),
    route(contracts.inviteUser, async ({ params, requester, request }) => {
      const account = await findAccount(database, params.id);
      if (account?.teamId === requester.subject.teamId) {
        await checkMail(account.email, requester.subject);
      }
      return viewOf(await inviteAgain(deps, params.id, { admin: requester.subject, requestId: request.id }));
    }),
    route(contracts.disableUser, async ({ params, requester, request }) =>
      viewOf(await disableMember(deps, params.id, { admin: requester.subject, requestId: request.id })),
    ),
    route(contracts.enableUser, async ({ params, requester, request }) =>
      viewOf(await enableMember(deps, params.id, { admin: requester.subject, requestId: request.id })),
    ),
    route(contracts.removeSecondFactor, async ({ params, requester, request }) =>
      viewOf(await removeFactorOfMember(deps, params.id, { admin: requester.subject, requestId: request.id })),
    ),
    route(contracts.secondFactorPolicy, async ({ requester }) => {
      return policyOf(requester.subject.teamId);
    }),
    route(contracts.changeSecondFactorPolicy, async ({ body, requester, request }) => {
      await changeSecondFactorPolicy(deps, body, { admin: requester.subject, requestId: request.id });
      return policyOf(requester.subject.teamId);
    }),
    ...(deps.hasCredits
      ? [route(contracts.askForCredits, ({ requester }) => askForCredits(deps, requester.subject))]
      : []),
  ];
}

const viewOf = ({ role, permissions, createdAt, lastLogin, ...member }: ListedMember): AdminUser => ({
  ...member,
  role: ROLE_NUMBERS[role],
  permissions: [...permissions],
  createdAt: createdAt.toISOString(),
  lastLogin: lastLogin?.toISOString() ?? null,
});
