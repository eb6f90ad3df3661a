export { migrateTemplates } from './migrate.ts';
export { startTemplatesPolicy } from './policy.ts';
export { templateRoutes } from './routes.ts';
