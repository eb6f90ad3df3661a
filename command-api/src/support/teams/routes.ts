import { route, type Route } from '../../http/contract.ts';
import type { StaffLog } from '../staff-log.ts';
import { adjustCredits } from './adjust.ts';
import { allowanceOf } from './allowance.ts';
import { supportTeamContracts as contracts } from '@clearcut/schemas/contracts/support/teams';
import { teamPaymentsOf, type TeamPaymentsDeps } from './payments.ts';
import { teamFactsOf, type TeamFactsDeps } from './facts.ts';

export function supportTeamRoutes(deps: TeamFactsDeps & TeamPaymentsDeps & { readonly staffLog: StaffLog }): Route[] {
  const { database, staffLog } = deps;
  return [
    route(contracts.team, async ({ params: { id }, requester, request }) => {
      const facts = await teamFactsOf(deps, id);
      await staffLog.looked({ action: 'open-team', target: id, ownerTeamId: id }, { requester, request });
      const { userId, teamId, staffRoles } = requester.subject;
      const isOpen = staffRoles.includes('billing') && teamId !== id;
      return { ...facts, mayAdjust: isOpen ? await allowanceOf(database, userId, new Date()) : null };
    }),
    route(contracts.payments, async ({ params: { id }, requester, request }) => {
      const payments = await teamPaymentsOf(deps, id);
      await staffLog.looked({ action: 'open-team', target: id, ownerTeamId: id }, { requester, request });
      return payments;
    }),
    route(contracts.adjust, ({ params: { id }, body, requester, request }) =>
      adjustCredits(deps, id, body, { requester, request }),
    ),
  ];
}
