export { startAllowancePolicy } from './cut-out/allowance.ts';
export { DIALECTS, publicApiRoutes } from './routes.ts';
