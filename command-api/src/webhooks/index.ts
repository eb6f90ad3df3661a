export { startDispatcher } from './delivery/dispatcher.ts';
export { giveUp, markPublished, queueMessage, recordTry } from './delivery/messages.ts';
export { startSender } from './delivery/sender.ts';
export { viewsOf } from './endpoints.ts';
export { createEndpointHandler } from './handler.ts';
export { migrateWebhooks } from './migrate.ts';
export { startWebhooksPolicy } from './policy.ts';
export { webhookRoutes } from './routes.ts';
export { eraseEndpoint } from './store.ts';
