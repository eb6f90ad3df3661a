import { templateContracts } from '@clearcut/schemas/contracts/templates';
import type { SavedTemplate } from '@clearcut/schemas/templates/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

/** The team's. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await call(templateContracts.list, { signal })).templates,
  // A team-mate may have changed them.
  staleTime: 0,
});

export const changeTemplate = ({ id, ...body }: SavedTemplate) =>
  call(templateContracts.change, { params: { id }, body });
