export { startSecurityAlerts } from './alerts.ts';
export { securityRoutes } from './routes.ts';
