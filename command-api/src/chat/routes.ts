import type { Config } from '@clearcut/platform/config/config';
import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../http/contract.ts';
import { findAccount } from '../accounts/index.ts';
import { chatContracts as contracts } from '@clearcut/schemas/contracts/chat';
import { chatIdentityOf } from './identity.ts';

export interface ChatRoutesDeps {
  readonly database: Database;
  readonly chat: Config['chat'];
}

export function chatRoutes({ database, chat }: ChatRoutesDeps): Route[] {
  return [
    route(contracts.identity, async ({ requester }) => {
      const account = await findAccount(database, requester.subject.userId);
      if (chat === undefined || account === undefined) throw new CatalogueError('not_found');
      return chatIdentityOf(account, chat);
    }),
  ];
}
