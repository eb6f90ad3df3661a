import type { ErrorCode } from '../errors.ts';
import {
  adminUserListQuerySchema,
  adminUserParamsSchema,
  adminUserSchema,
  createUserBodySchema,
  factorPolicyBodySchema,
  secondFactorPolicySchema,
  type UpdateUserBody,
  updateUserBodySchema,
} from '../team/http.ts';
import { ROLE_NUMBERS } from '../team/permissions.ts';
import { z } from 'zod';
import type { Contract } from './contract.ts';

const reading = { credentials: ['session'], access: { who: 'admin' } } as const;
const writing = { credentials: ['session'], access: { who: 'admin' } } as const;
const ofOne = { params: adminUserParamsSchema, paramsError: 'user_not_found' } as const;
const user = { description: 'The user.', schema: adminUserSchema } as const;
const mailErrors: readonly ErrorCode[] = ['mail_unavailable', 'too_many_requests'];

/** ra-data-simple-rest dialect, for users of the admin's own team. */
export const teamContracts = {
  listUsers: {
    method: 'GET',
    path: '/api/admin/users/',
    summary: "Lists the team's users. `filter`, `sort` and `range` are JSON; `Content-Range` has the total.",
    ...reading,
    query: adminUserListQuerySchema,
    answers: { 200: { description: 'A page of users.', schema: z.array(adminUserSchema) } },
    errors: ['validation_failed'],
  },
  getUser: {
    method: 'GET',
    path: '/api/admin/users/:id/',
    summary: 'One user of the team.',
    ...reading,
    ...ofOne,
    answers: { 200: user },
    errors: ['user_not_found'],
  },
  createUser: {
    method: 'POST',
    path: '/api/admin/users/',
    summary: 'Invites a user by mail, who stays Pending until the invitation is accepted.',
    ...writing,
    body: createUserBodySchema,
    needsProof: () => true,
    isCounted: false,
    idempotent: true,
    answers: { 201: user },
    errors: [
      'validation_failed',
      'invitee_in_team',
      'invitee_has_account',
      'idempotency_key_invalid',
      'idempotency_key_reused',
      ...mailErrors,
    ],
  },
  updateUser: {
    method: 'PUT',
    path: '/api/admin/users/:id/',
    summary: 'Changes names, role, sections and whether the user may close their own account.',
    ...writing,
    ...ofOne,
    body: updateUserBodySchema,
    needsProof: ({ role }: UpdateUserBody) => role === ROLE_NUMBERS.admin,
    answers: { 200: user },
    errors: ['validation_failed', 'user_not_found', 'last_admin'],
  },
  removeUser: {
    method: 'DELETE',
    path: '/api/admin/users/:id/',
    summary: 'Removes the user: ends their sessions, closes the account and erases personal data.',
    ...writing,
    ...ofOne,
    answers: { 200: { ...user, description: 'The user as they were.' } },
    errors: ['user_not_found', 'own_account_removal'],
  },
  inviteUser: {
    method: 'POST',
    path: '/api/admin/users/:id/invite/',
    summary: 'Sends the invitation again; earlier links stop working.',
    ...writing,
    ...ofOne,
    needsProof: () => true,
    isCounted: false,
    answers: { 200: user },
    errors: ['user_not_found', 'invitation_not_pending', ...mailErrors],
  },
  disableUser: {
    method: 'POST',
    path: '/api/admin/users/:id/disable/',
    summary: 'Disables the user: ends sessions, stops API keys and refuses logins until an admin enables them again.',
    ...writing,
    ...ofOne,
    answers: { 200: user },
    errors: ['user_not_found', 'own_account_disabling', 'user_pending'],
  },
  enableUser: {
    method: 'POST',
    path: '/api/admin/users/:id/enable/',
    summary: 'Enables a disabled user.',
    ...writing,
    ...ofOne,
    needsProof: () => true,
    answers: { 200: user },
    errors: ['user_not_found'],
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/api/admin/users/:id/second-factor/',
    summary: "Removes a user's lost second factors, ends their sessions and notifies them by mail.",
    ...writing,
    ...ofOne,
    needsProof: () => true,
    answers: { 200: user },
    errors: ['user_not_found', 'second_factor_missing'],
  },
  secondFactorPolicy: {
    method: 'GET',
    path: '/api/admin/second-factor-policy/',
    summary: 'Whether and from when members of the team need a second factor, and how many have none.',
    ...reading,
    answers: { 200: { description: 'The rule.', schema: secondFactorPolicySchema } },
    errors: [],
  },
  changeSecondFactorPolicy: {
    method: 'PUT',
    path: '/api/admin/second-factor-policy/',
    summary: 'Sets whether members need a second factor, at once or after some days. The admin must have one.',
    ...writing,
    body: factorPolicyBodySchema,
    needsProof: () => true,
    answers: { 200: { description: 'The rule as it is now.', schema: secondFactorPolicySchema } },
    errors: ['validation_failed', 'second_factor_missing'],
  },
  askForCredits: {
    method: 'POST',
    path: '/api/team/ask-for-credits/',
    summary: "Mails the team's admins that a member needs credits; once a day per member.",
    credentials: ['session'],
    access: { who: 'user' },
    answers: { 204: { description: 'The admins get a mail.' } },
    errors: ['credits_asked_already', 'mail_unavailable'],
  },
} as const satisfies Record<string, Contract>;
