export { claimLanding } from './landings.ts';
export { migrateAttribution } from './migrate.ts';
export { attributionRoutes } from './routes.ts';
export { startAttribution } from './start.ts';
