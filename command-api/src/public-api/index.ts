export { startAllowancePolicy } from './cut-out/allowance-policy.ts';
export { DIALECTS, publicApiRoutes } from './routes.ts';
