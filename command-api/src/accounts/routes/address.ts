import { addressContracts as contracts } from '@clearcut/schemas/contracts/identity/address';
import { route, type Route } from '../../http/contract.ts';
import { askForAddress, cancelAddress } from '../account/change-address.ts';
import { accountOf, type AccountsDeps } from '../dependencies.ts';
import { profileFor } from './users.ts';

export const addressRoutes = (deps: AccountsDeps): Route[] => [
  route(contracts.askForAddress, async ({ body, request, requester }) => {
    const account = await accountOf(deps, requester);
    if (body.email === account.email) await cancelAddress(deps.database, account.id);
    else await askForAddress(deps, account, body.email, request);
    return profileFor(deps, account, request, requester);
  }),
  route(contracts.cancelAddress, async ({ request, requester }) => {
    const account = await accountOf(deps, requester);
    await cancelAddress(deps.database, account.id);
    return profileFor(deps, account, request, requester);
  }),
];
