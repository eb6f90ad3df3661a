import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';

/** Workspaces whose unit specs undo whatever they replace. */
const TIDY = ['schemas', 'scene', 'sandbox', 'command-api', 'projections', 'operator'];

/** Whether a spec replaces modules, globals or time. */
const replaces = (spec: string): boolean =>
  /\bvi\s*\.(?:mock|doMock|hoisted|resetModules|spyOn|stub|useFake)/.test(
    readFileSync(join(projectRoot, spec), 'utf8'),
  );

/**
 * Vitest's arguments for the unit specs of `workspaces`, one run each. Specs that leave nothing replaced share loaded
 * modules, which takes half the processor time.
 */
export function unitRuns(workspaces: readonly string[]): string[][] {
  const specs = workspaces.flatMap((workspace) =>
    globSync(`${workspace}/src/**/*.spec.ts`, { cwd: projectRoot }).map((path) => ({ workspace, path })),
  );
  const { shared = [], own = [] } = Object.groupBy(specs, ({ workspace, path }) =>
    TIDY.includes(workspace) || !replaces(path) ? 'shared' : 'own',
  );
  return [['--no-isolate', ...shared.map(({ path }) => path)], own.map(({ path }) => path)];
}
