import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';

export const getProfile = () => call(userContracts.me, { changesIdentity: true });
