import type { ErrorCode } from '@clearcut/schemas/errors';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { type DataProvider, HttpError } from 'react-admin';
import { toFailure } from '../../../lib/errors/failure.ts';
import { request } from '../../../lib/http/request.ts';
import { dataProvider } from '../../../admin/data-provider.ts';

/** Errors that are about one field of the form, and are said beside it: the field, and where their words are. */
const FIELDS: Partial<Record<ErrorCode, { readonly field: keyof AdminUser; readonly text: string }>> = {
  email_exists: { field: 'email', text: 'errors:email_exists' },
  last_admin: { field: 'role', text: 'account-errors:last_admin' },
};

/** What react-admin's forms take for problems of fields; any other failure as it is. */
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

/** Sends the invitation once more; links sent before stop working. */
export async function resendInvitation(userId: string): Promise<void> {
  await request(`/api/admin/users/${userId}/invite`, { method: 'POST' });
}
