import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../message.ts';

const CLIENT_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id alone opens a visitor's pictures. */
const SECRET_LENGTH = 16;

/** @throws CatalogueError client_id_invalid */
export function clientIdOf(request: HttpRequest): string | undefined {
  const clientId = request.headers['client-id'];
  if (clientId === undefined || clientId === '') return undefined;
  const valid = validClientIdOf(request);
  if (valid === undefined) throw new CatalogueError('client_id_invalid');
  return valid;
}

/** @throws CatalogueError client_id_invalid */
export function requireSecretId(request: HttpRequest): void {
  const clientId = clientIdOf(request);
  if (clientId !== undefined && clientId.length < SECRET_LENGTH) throw new CatalogueError('client_id_invalid');
}

export function validClientIdOf({ headers }: HttpRequest): string | undefined {
  const clientId = headers['client-id'];
  return typeof clientId === 'string' && CLIENT_ID.test(clientId) ? clientId : undefined;
}
