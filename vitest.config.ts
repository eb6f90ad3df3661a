import { availableParallelism } from 'node:os';
import { compileCache } from '@clearcut/platform/launcher/compile-cache';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { contracts } from './client/vite-contracts.ts';
import { SlowFirst } from './tests/src/slow-first.ts';

/** The main job over HTTP and in the browser, and one kill: what the fast lane runs of the product. */
const JOURNEYS = 'tests/src/**/*.journey.test.ts';

const databaseServer = './tests/src/support/postgres-server.ts';
const scaleServers = './tests/src/support/servers/scale.ts';
const standInLog = './tests/src/support/servers/stand-in-log.ts';
const sharedProducts = './tests/src/support/shared-products.ts';

/**
 * For processes that tests start themselves: half of a start is compiling. The launcher sets it for its services.
 */
const env = { NODE_COMPILE_CACHE: compileCache };

/** Vitest would leave one core idle: of two that is half, while these suites wait as often as they work. */
const workers = Math.max(2, availableParallelism() - 1);

/**
 * Tests of the started product, with as many files at a time as keep two cores busy: two in the browser, three where
 * files work three quarters of the time, four where they wait two thirds of it for killed processes to return; one
 * where shared servers of the scale set-up are stopped.
 */
function product(
  name: string,
  groupOrder: number,
  maxWorkers: 1 | 2 | 3 | 4,
  ...setUps: string[]
): TestProjectConfiguration {
  return {
    test: {
      name,
      include: [`tests/src/${name}/**/*.test.ts`],
      exclude: [JOURNEYS],
      env,
      globalSetup: [databaseServer, scaleServers, standInLog, ...setUps],
      fileParallelism: maxWorkers > 1,
      // Files of a worker share loaded modules, and with them a browser. Those of the scale set-up change settings.
      isolate: name === 'scale',
      maxWorkers,
      // Tests wait for what a product does; this is their only limit, on slow and busy machines too.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      sequence: { groupOrder },
    },
  };
}

function journeys(groupOrder: number): TestProjectConfiguration {
  const { test } = product('journey', groupOrder, 2, sharedProducts) as { test: object };
  return { test: { ...test, include: [JOURNEYS], exclude: [] } };
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        plugins: [contracts()],
        test: {
          name: 'unit',
          include: [
            '{schemas,scene,platform,sandbox,command-api,projections,operator,node,cli,inference-worker,client,tests}/src/**/*.spec.ts',
          ],
          maxWorkers: workers,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['tests/src/conformance/**/*.test.ts'],
          env,
          globalSetup: [databaseServer, standInLog],
          // They wait more than half of their time, for leases to end and for stopped servers.
          maxWorkers: 2 * workers,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      journeys(2),
      product('acceptance', 3, 3, sharedProducts),
      product('faults', 4, 4),
      product('browser', 5, 2, sharedProducts),
      product('scale', 6, 1),
      {
        test: {
          name: 'compose',
          include: ['tests/src/compose/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 900_000,
          sequence: { groupOrder: 7 },
        },
      },
    ],
  },
});
