import type { Route } from '../http/contract.ts';
import type { AccountsDeps } from './dependencies.ts';
import { addressRoutes } from './routes/address.ts';
import { authRoutes } from './routes/auth.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { secondFactorRoutes } from './routes/second-factors.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { thirdPartyRoutes } from './routes/third-party.ts';
import { userRoutes } from './routes/users.ts';

export const accountRoutes = (deps: AccountsDeps): Route[] =>
  [
    userRoutes,
    addressRoutes,
    authRoutes,
    invitationRoutes,
    sessionRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    thirdPartyRoutes,
  ].flatMap((routesOf) => routesOf(deps));
