import type { Database } from '@clearcut/platform/database/database';
import { route, type Route } from '../http/contract.ts';
import { templateContracts as contracts } from '@clearcut/schemas/contracts/templates';
import { addTemplate, changeTemplate, removeTemplate, templatesOf } from './store.ts';

export function templateRoutes({ database }: { readonly database: Database }): Route[] {
  return [
    route(contracts.list, async ({ requester: { subject } }) => {
      return { templates: await templatesOf(database, subject.teamId) };
    }),
    route(contracts.add, ({ body, requester: { subject } }) => addTemplate(database, subject.teamId, body)),
    route(contracts.change, ({ params, body, requester: { subject } }) =>
      changeTemplate(database, { id: params.id, teamId: subject.teamId }, body),
    ),
    route(contracts.remove, ({ params, requester: { subject } }) =>
      removeTemplate(database, { id: params.id, teamId: subject.teamId }),
    ),
  ];
}
