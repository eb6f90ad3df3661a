export { createAttributionHandler } from './handler.ts';
export { claimLanding, forgetLandings } from './landings.ts';
export { migrateAttribution } from './migrate.ts';
export { startAttributionPolicy } from './policy.ts';
export { attributionRoutes } from './routes.ts';
