import { CatalogueError } from '@clearcut/schemas/errors';
import { clientIdOf } from './headers/client-id.ts';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { HttpRequest } from './message.ts';

type Guarded = Pick<Contract, 'method' | 'credentials' | 'isUnsafe'>;

/** Other sites cannot set this header. For state-changing routes with a session. */
export const needsClientId = ({ method, credentials, isUnsafe }: Guarded): boolean =>
  credentials.includes('session') && (method !== 'GET' || isUnsafe === true);

/** @throws CatalogueError client_id_required, client_id_invalid */
export function refuseForgery(contract: Guarded, request: HttpRequest): void {
  if (needsClientId(contract) && clientIdOf(request) === undefined) throw new CatalogueError('client_id_required');
}
