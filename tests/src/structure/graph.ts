import { registerHooks } from 'node:module';
import { projectRoot } from '@clearcut/platform/config/project';
import type { ICruiseResult, IRegularForbiddenRuleType, IModule } from 'dependency-cruiser';

// dependency-cruiser uses the compiler's old API, which TypeScript 7 lacks.
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
  'node/src',
  'cli/src',
  'clients/typescript/src',
  'inference-worker/src',
  'client/src',
  'tests/src',
  'tools/backgrounds/src',
];

/** Every file with its imports, type-only and dynamic ones too, and violations of the rules. */
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
      // Documents that the client shows.
      exclude: { path: '\\.md$' },
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

/** Without specs, which may import anything. */
export const sourcesOf = (modules: readonly IModule[]): IModule[] =>
  modules.filter(({ source }) => isSource(source) && !isSpec(source));
