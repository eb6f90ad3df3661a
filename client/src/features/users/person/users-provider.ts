import type { ErrorCode } from '@clearcut/schemas/errors';
import type { AdminUser, CreateUserBody, FactorPolicyBody, SecondFactorPolicy } from '@clearcut/schemas/team/http';
import { type DataProvider, HttpError } from 'react-admin';
import { toFailure } from '../../../lib/errors/failure.ts';
import { request, requestJson } from '../../../lib/http/request.ts';
import { dataProvider } from '../../../admin/data-provider.ts';

/** Errors shown beside one field, with their texts. */
const FIELDS: Partial<Record<ErrorCode, { readonly field: keyof AdminUser; readonly text: string }>> = {
  invitee_in_team: { field: 'email', text: 'account-errors:invitee_in_team' },
  invitee_has_account: { field: 'email', text: 'account-errors:invitee_has_account' },
  last_admin: { field: 'role', text: 'account-errors:last_admin' },
};

/** Converts to react-admin's field errors; other failures stay. */
function asFieldProblem(error: unknown): never {
  const failure = toFailure(error);
  const known = FIELDS[failure.code as ErrorCode];
  const errors = known === undefined ? failure.fields : { [known.field]: known.text };
  if (Object.keys(errors).length === 0) throw failure;
  throw new HttpError(failure.message, failure.status, { errors });
}

export const usersProvider: DataProvider = {
  ...dataProvider,
  create: (resource, params) => dataProvider.create(resource, params).catch(asFieldProblem),
  update: (resource, params) => dataProvider.update(resource, params).catch(asFieldProblem),
};

const ofUser = (userId: string, what: string): string => `/api/admin/users/${userId}/${what}`;

export async function disableUser(userId: string): Promise<void> {
  await request(ofUser(userId, 'disable'), { method: 'POST' });
}

export async function enableUser(userId: string): Promise<void> {
  await request(ofUser(userId, 'enable'), { method: 'POST' });
}

export async function removeFactorOf(userId: string): Promise<void> {
  await request(ofUser(userId, 'second-factor'), { method: 'DELETE' });
}

const POLICY = '/api/admin/second-factor-policy';

export const getFactorPolicy = (): Promise<SecondFactorPolicy> => requestJson(POLICY);

export const changeFactorPolicy = (json: FactorPolicyBody): Promise<SecondFactorPolicy> =>
  requestJson(POLICY, { method: 'PUT', json });

/** @param idempotencyKey of this invitation; a repeat with it invites nobody twice */
export async function invite(json: CreateUserBody, idempotencyKey: string): Promise<void> {
  await request('/api/admin/users/', { method: 'POST', json, idempotencyKey });
}

/** Earlier invitation links stop working. */
export async function resendInvitation(userId: string): Promise<void> {
  await request(ofUser(userId, 'invite'), { method: 'POST' });
}
