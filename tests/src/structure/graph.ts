import { registerHooks } from 'node:module';
import { projectRoot } from '@clearcut/platform/config/project';
import type { ICruiseResult, IRegularForbiddenRuleType, IModule } from 'dependency-cruiser';

// dependency-cruiser parses with the compiler's old interface, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=\/package\.json$|$)/, 'typescript-5'), context),
});
const { cruise } = await import('dependency-cruiser');

const ROOTS = [
  'schemas/src',
  'scene/src',
  'platform/src',
  'sandbox/src',
  'command-api/src',
  'projections/src',
  'operator/src',
  'cli/src',
  'clients/typescript/src',
  'inference-worker/src',
  'client/src',
  'tests/src',
  'tools/backgrounds/src',
];

/** Every file of ours with its imports, type-only and dynamic ones too, and where they break the rules. */
export const cruiseProject = (rules: readonly IRegularForbiddenRuleType[]): Promise<ICruiseResult> =>
  cruiseFiles(projectRoot, ROOTS, rules);

export async function cruiseFiles(
  baseDir: string,
  roots: readonly string[],
  rules: readonly IRegularForbiddenRuleType[],
): Promise<ICruiseResult> {
  const { output } = await cruise(
    [...roots],
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden: [...rules] },
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  );
  if (typeof output === 'string') throw new Error(output);
  return output;
}

const isSpec = (path: string): boolean => /\.spec\.tsx?$/.test(path);
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !path.includes('node_modules/');

/** Files of ours; specs, which may look into any room, are left out. */
export const sourcesOf = (modules: readonly IModule[]): IModule[] =>
  modules.filter(({ source }) => isSource(source) && !isSpec(source));
