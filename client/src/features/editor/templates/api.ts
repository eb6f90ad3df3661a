import type { SavedTemplate, Template } from '@clearcut/schemas/templates/http';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../../lib/http/request.ts';

/** The team's. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }): Promise<readonly SavedTemplate[]> =>
    (await requestJson<{ templates: SavedTemplate[] }>('/api/template/', { signal })).templates,
  // A team-mate may have changed them.
  staleTime: 0,
});

export const addTemplate = (template: Template): Promise<SavedTemplate> =>
  requestJson('/api/template/', { method: 'POST', json: template });

export const changeTemplate = ({ id, ...template }: SavedTemplate): Promise<SavedTemplate> =>
  requestJson(`/api/template/${id}/`, { method: 'PUT', json: template });

export async function removeTemplate(id: string): Promise<void> {
  await request(`/api/template/${id}/`, { method: 'DELETE' });
}
