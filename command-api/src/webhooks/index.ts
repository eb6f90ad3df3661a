export { giveUp, markPublished, queueMessage, recordTry } from './delivery/messages.ts';
export { viewsOf } from './endpoints.ts';
export { createEndpointHandler } from './handler.ts';
export { migrateWebhooks } from './migrate.ts';
export { createRequestWebhooks, type RequestWebhooks } from './of-requests.ts';
export { webhookRoutes } from './routes.ts';
export { startWebhooks } from './start.ts';
export { eraseEndpoint } from './store.ts';
