export { mayUploadInBulk } from './plan.ts';
export { billingRoutes } from './routes.ts';
