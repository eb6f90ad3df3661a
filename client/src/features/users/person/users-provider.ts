import type { ErrorCode } from '@clearcut/schemas/errors';
import { teamContracts } from '@clearcut/schemas/contracts/team';
import type { AdminUser, CreateUserBody, FactorPolicyBody } from '@clearcut/schemas/team/http';
import { type DataProvider, HttpError } from 'react-admin';
import { toFailure } from '../../../lib/errors/failure.ts';
import { call } from '../../../lib/contracts/call.ts';
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

export const disableUser = (id: string) => call(teamContracts.disableUser, { params: { id } });

export const enableUser = (id: string) => call(teamContracts.enableUser, { params: { id } });

export const removeFactorOf = (id: string) => call(teamContracts.removeSecondFactor, { params: { id } });

export const getFactorPolicy = () => call(teamContracts.secondFactorPolicy);

export const changeFactorPolicy = (body: FactorPolicyBody) => call(teamContracts.changeSecondFactorPolicy, { body });

/** @param idempotencyKey of this invitation; a repeat with it invites once */
export const invite = (body: CreateUserBody, idempotencyKey: string) =>
  call(teamContracts.createUser, { body, idempotencyKey });

/** Earlier invitation links stop working. */
export const resendInvitation = (id: string) => call(teamContracts.inviteUser, { params: { id } });
