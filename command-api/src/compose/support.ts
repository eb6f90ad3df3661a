import type { ServiceContext } from '@clearcut/platform/service';
import type { Route } from '../http/contract.ts';
import type { ErrorReports } from '../http/server/error-reports.ts';
import type { Secret } from '../kernel/secret.ts';
import { startErrorReports } from '../support/failures/error-reports.ts';
import { migrateSupport } from '../support/migrate.ts';
import { supportRoutes } from '../support/routes.ts';
import { createStaffLog } from '../support/staff-log.ts';

export interface SupportService {
  readonly routes: Route[];
  readonly errorReports: ErrorReports;
  stop(): Promise<void>;
}

/** The support console: what staff look at, and the log of what they do. */
export async function openSupport({
  context: { database, eventStore, messageBus, log },
  secret,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
}): Promise<SupportService> {
  await migrateSupport(database);
  const errorReports = startErrorReports({ database, log });
  return {
    routes: supportRoutes({ database, eventStore, messageBus, staffLog: createStaffLog(eventStore, secret) }),
    errorReports,
    stop: () => errorReports.stop(),
  };
}
