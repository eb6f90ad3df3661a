import { templateContracts } from '@clearcut/schemas/contracts/templates';
import type { SavedTemplate, Template } from '@clearcut/schemas/templates/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

/** The team's. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await call(templateContracts.list, { signal })).templates,
  // A team-mate may have changed them.
  staleTime: 0,
});

export const addTemplate = (body: Template) => call(templateContracts.add, { body });

export const changeTemplate = ({ id, ...body }: SavedTemplate) =>
  call(templateContracts.change, { params: { id }, body });

export const removeTemplate = (id: string) => call(templateContracts.remove, { params: { id } });
