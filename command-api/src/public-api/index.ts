export { DIALECTS, publicApiRoutes } from './routes.ts';
