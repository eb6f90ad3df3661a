import type { ServiceContext } from '@clearcut/platform/service';
import type { Route } from '../http/contract.ts';
import type { TeamHandler } from '../team/index.ts';
import { migrateTemplates, startTemplatesPolicy, templateRoutes } from '../templates/index.ts';

export interface TemplatesService {
  readonly routes: Route[];
  start(): void;
  stop(): Promise<void>;
}

export async function openTemplates({
  context: { database, eventStore, log },
  teams,
}: {
  readonly context: ServiceContext;
  readonly teams: TeamHandler;
}): Promise<TemplatesService> {
  await migrateTemplates(database);
  let policy: { stop(): Promise<void> } | undefined;
  return {
    routes: templateRoutes({ database }),
    start() {
      policy = startTemplatesPolicy({ database, eventStore, teams, log });
    },
    async stop() {
      await policy?.stop();
    },
  };
}
