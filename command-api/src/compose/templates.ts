import type { ServiceContext } from '@clearcut/platform/service';
import type { TeamHandler } from '../team/index.ts';
import { migrateTemplates, startTemplatesPolicy, templateRoutes } from '../templates/index.ts';
import { type Part, running } from './parts.ts';

export async function openTemplates({
  context: { database, eventStore, log },
  teams,
}: {
  readonly context: ServiceContext;
  readonly teams: TeamHandler;
}): Promise<Part> {
  await migrateTemplates(database);
  return {
    routes: templateRoutes({ database }),
    ...running(() => [startTemplatesPolicy({ database, eventStore, teams, log })]),
  };
}
