import { idSchema } from '../../id.ts';
import { adjustAnswerSchema, adjustBodySchema, teamFactsSchema, teamPaymentsSchema } from '../../support/team-http.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const byTeam = {
  credentials: ['session'],
  params: z.object({ id: idSchema }),
  paramsError: 'team_not_found',
} as const;

export const supportTeamContracts = {
  team: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/teams/:id/',
    summary: "A team's plan, credits, members by id, API keys and webhooks. No names or addresses.",
    ...byTeam,
    access: { who: 'staff', roles: ['support', 'billing', 'auditor'] },
    cache: 'no-store',
    answers: { 200: { description: 'The team.', schema: teamFactsSchema } },
    errors: ['team_not_found'],
  },
  payments: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/teams/:id/payments/',
    summary: "A team's payments, refunds, disputes and add-ons, and the history of its subscription.",
    ...byTeam,
    access: { who: 'staff', roles: ['support', 'billing', 'auditor'] },
    cache: 'no-store',
    answers: { 200: { description: 'The payments.', schema: teamPaymentsSchema } },
    errors: ['team_not_found', 'nothing_sold', 'billing_unavailable'],
  },
  adjust: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/teams/:id/adjustments/',
    summary:
      "Gives a team credits or takes some, with a `reason` shown in its ledger. Once per `adjustmentId`, never for one's own team, up to a daily limit.",
    ...byTeam,
    access: { who: 'staff', roles: ['billing'] },
    body: adjustBodySchema,
    answers: { 200: { description: 'The credits that the team has now.', schema: adjustAnswerSchema } },
    errors: [
      'team_not_found',
      'validation_failed',
      'adjustment_too_large',
      'adjustment_limit_reached',
      'idempotency_key_reused',
    ],
  },
} as const satisfies Record<string, Contract>;
