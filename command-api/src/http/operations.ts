import { setTimeout as delay } from 'node:timers/promises';
import { BlobNotFoundError, type BlobStore } from '@clearcut/platform/blob-store/port';
import { version } from '@clearcut/platform/config/project';
import type { Database } from '@clearcut/platform/database/database';
import { listSetAside } from '@clearcut/platform/event-store/set-aside';
import { readSubscriberStatuses, stateNow, type SubscriberStatus } from '@clearcut/platform/event-store/subscriber';
import type { ServerCheck } from '@clearcut/platform/server-check';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import { findTransaction } from '@clearcut/projections/transaction/queries';
import { CatalogueError, errorCatalogue } from '@clearcut/schemas/errors';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { operationsContracts } from '@clearcut/schemas/contracts/operations';
import { route, type Route } from './contract.ts';
import { errorBody } from './errors.ts';
import type { HttpRequest } from './message.ts';
import { isWithin } from './networks.ts';
import { addGauges } from './gauges.ts';
import { freeSpaceProblem } from './free-space.ts';
import { type Documents, documentsOf } from './openapi/documents.ts';
import { policyReportsRoute } from './policy/policy-reports.ts';

const CHECK_TIMEOUT_MS = 2_000;
const ABSENT_ID = '00000000-0000-0000-0000-000000000000';
const ABSENT_BLOB = `transaction/${ABSENT_ID}/original`;

export interface Operations {
  readonly database: Database;
  readonly messageBus: MessageBus;
  readonly blobStore: BlobStore;
  readonly servers: readonly ServerCheck[];
  readonly metrics: Metrics;
  /** May read the metrics without a proxy; others get a 404. */
  readonly metricsNetworks: readonly string[];
  readonly dataDir: string;
  readonly minFreeSpaceMb: number;
  readonly origin: () => string;
}

export const documentsWith = (
  others: readonly Contract[],
  installation: Parameters<typeof documentsOf>[1],
): Documents => documentsOf([...others, ...Object.values(operationsContracts)], installation);

export function operationsRoutes(operations: Operations, documents: Documents): Route[] {
  const { metrics, metricsNetworks } = operations;
  addGauges(operations);
  const isOperator = ({ isForwarded, ip }: HttpRequest): boolean => !isForwarded && isWithin(ip, metricsNetworks);
  return [
    route(operationsContracts.openApi, async () => documents.all()),
    route(operationsContracts.openApiOfV1, async () => documents.v1()),
    route(operationsContracts.openApiOfDialects, async () => documents.dialects()),
    route(operationsContracts.health, async () => {
      return { status: 'ok' };
    }),
    route(operationsContracts.ready, async ({ request, reply }) => {
      const problems = await findProblems(operations);
      if (problems.length === 0) {
        const setAside = await listSetAside(operations.database);
        return { status: 'ready', version, ...(setAside.length > 0 && { setAside: setAside.length }) };
      }
      request.log.warn({ problems }, 'not ready');
      const { status } = errorCatalogue.service_unavailable;
      const body = errorBody(new CatalogueError('service_unavailable'), request.id);
      reply.status(status);
      return isOperator(request) ? { ...body, problems } : body;
    }),
    policyReportsRoute(metrics),
    route(operationsContracts.metrics, async ({ request, reply }) => {
      if (!isOperator(request)) throw new CatalogueError('not_found');
      reply.header('content-type', metrics.contentType);
      return metrics.render();
    }),
  ];
}

/** No port checks these: the log's calls outlast a probe, and mail is queued. */
const WITHOUT_PORT_CHECK = new Set<ServerCheck['part']>(['event store', 'mail server']);

async function findProblems(operations: Operations): Promise<string[]> {
  const { database, messageBus, blobStore, servers, dataDir, minFreeSpaceMb } = operations;
  const ofDatabase = {
    'The database cannot be reached': () => database.query('SELECT 1'),
    'The read model of transactions cannot be read': () => findTransaction(database, ABSENT_ID),
  };
  for (const [problem, check] of Object.entries(ofDatabase)) {
    const found = await outcomeOf(problem, noProblemAfter(check));
    // Checks build on each other, so later ones would repeat the problem.
    if (found.length > 0) return found;
  }
  const found = await Promise.all([
    outcomeOf('The states of the subscribers cannot be read', async () => {
      const statuses = await readSubscriberStatuses(database);
      return statuses.map(problemOf).filter((problem) => problem !== undefined);
    }),
    outcomeOf(
      'The message bus cannot be reached',
      noProblemAfter(() => messageBus.depth(IMAGE_JOBS)),
    ),
    outcomeOf(
      'The blob store cannot be reached',
      noProblemAfter(() => blobStore.read(ABSENT_BLOB).catch(ignoreMissing)),
    ),
    outcomeOf('The free space cannot be read', async () => {
      const problem = await freeSpaceProblem(dataDir, minFreeSpaceMb);
      return problem === undefined ? [] : [problem];
    }),
    ...servers
      .filter(({ part }) => WITHOUT_PORT_CHECK.has(part))
      .map((server) =>
        outcomeOf(
          `The ${server.part} cannot be reached`,
          noProblemAfter(() => server.ask()),
        ),
      ),
  ]);
  return found.flat();
}

const outcomeOf = (problem: string, check: () => Promise<string[]>): Promise<string[]> =>
  Promise.race([check().catch(() => [problem]), delay(CHECK_TIMEOUT_MS, [problem])]);

const noProblemAfter = (work: () => Promise<unknown>) => async (): Promise<string[]> => {
  await work();
  return [];
};

function ignoreMissing(error: unknown): void {
  if (!(error instanceof BlobNotFoundError)) throw error;
}

function problemOf(status: SubscriberStatus): string | undefined {
  const state = stateNow(status);
  if (state === 'halted') return `Subscriber ${status.name} is halted at position ${status.position}`;
  if (state === 'stalled')
    return `Subscriber ${status.name} is stalled at position ${status.position}: ${status.error}`;
  if (state === 'silent') return `No process works for subscriber ${status.name}`;
  if (state === 'waiting') return `Subscriber ${status.name} waits: ${status.error}`;
  // The error of a halted one stays in its log: it may reveal a user's event.
  if (state === 'standby' && status.error !== null) return `Subscriber ${status.name} stands by: ${status.error}`;
  return undefined;
}
