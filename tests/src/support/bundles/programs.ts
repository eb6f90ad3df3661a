/** Programs and threads that tests start again and again, relative to the project. */
export const PROGRAMS = [
  'platform/src/launcher/main.ts',
  'command-api/src/main.ts',
  'command-api/src/site/rendering/thread.ts',
  'projections/src/main.ts',
  'inference-worker/src/main.ts',
  'inference-worker/src/compute/thread.ts',
  'inference-worker/src/models/thread.ts',
  'operator/src/main.ts',
  'tests/src/faults/ledger-process.ts',
  'tests/src/faults/projections-process.ts',
];

export const BUNDLES = '.cache/bundles/';
