export { startAllowancePolicy, startAllowanceUpkeep } from './cut-out/allowance-policy.ts';
export { DIALECTS, publicApiRoutes } from './routes.ts';
