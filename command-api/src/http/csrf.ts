import { CatalogueError } from '@clearcut/schemas/errors';
import { clientIdOf } from './headers/client-id.ts';
import type { Contract } from './contract.ts';
import type { HttpRequest } from './message.ts';

type Guarded = Pick<Contract, 'method' | 'credentials' | 'isUnsafe'>;

/**
 * Whether calls of a route carry the client-id header. Browsers send cookies along with what other sites make them send, and those
 * sites cannot set the header. It concerns routes that take or begin a session, and change something.
 */
export const needsClientId = ({ method, credentials, isUnsafe }: Guarded): boolean =>
  credentials.includes('session') && (method !== 'GET' || isUnsafe === true);

/** @throws CatalogueError client_id_required, client_id_invalid */
export function refuseForgery(contract: Guarded, request: HttpRequest): void {
  if (needsClientId(contract) && clientIdOf(request) === undefined) throw new CatalogueError('client_id_required');
}
