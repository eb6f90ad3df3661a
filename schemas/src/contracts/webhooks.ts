import type { ErrorCode } from '../errors.ts';
import {
  changeWebhookSchema,
  newWebhookSchema,
  queuedWebhookSchema,
  webhookListSchema,
  webhookMessageParamsSchema,
  webhookMessagesSchema,
  webhookParamsSchema,
  webhookSecretSchema,
} from '../webhooks/http.ts';

const ofOne = { params: webhookParamsSchema, paramsError: 'webhook_not_found' as ErrorCode } as const;
const secret = (description: string) => ({ description, schema: webhookSecretSchema });

/**
 * Shared by page (login) and programs (key): `by` distinguishes names, `sending` applies to routes that let another
 * address receive the team's events.
 */
function contractsOf<const Path extends `/${string}`, const Common, const Sending>(
  path: Path,
  by: '' | 'ByLogin',
  common: Common,
  sending: Sending,
) {
  const tag = 'Webhooks';
  return {
    list: {
      ...common,
      method: 'GET',
      path: `${path}/`,
      operationId: `listWebhooks${by}`,
      tag,
      summary: "Lists the team's webhooks, newest first.",
      cache: 'no-store',
      answers: { 200: { description: 'The webhooks.', schema: webhookListSchema } },
      errors: [],
    },
    add: {
      ...common,
      ...sending,
      method: 'POST',
      path: `${path}/`,
      operationId: `addWebhook${by}`,
      tag,
      summary: 'Adds a webhook (Standard Webhooks 1.0). The answer contains its signing secret.',
      body: newWebhookSchema,
      idempotent: true,
      cache: 'no-store',
      answers: { 201: secret('The secret of the new webhook.') },
      errors: ['validation_failed', 'too_many_webhooks', 'idempotency_key_invalid', 'idempotency_key_reused'],
    },
    change: {
      ...common,
      ...sending,
      ...ofOne,
      method: 'PATCH',
      path: `${path}/:id/`,
      operationId: `changeWebhook${by}`,
      tag,
      summary: "Changes a webhook's types, or disables or enables it; omitted fields stay.",
      body: changeWebhookSchema,
      answers: { 204: { description: 'It is changed.' } },
      errors: ['validation_failed', 'webhook_not_found'],
    },
    remove: {
      ...common,
      ...ofOne,
      method: 'DELETE',
      path: `${path}/:id/`,
      operationId: `removeWebhook${by}`,
      tag,
      summary: 'Removes a webhook, with its address and messages.',
      answers: { 204: { description: 'It is removed.' } },
      errors: ['webhook_not_found'],
    },
    rotate: {
      ...common,
      ...sending,
      ...ofOne,
      method: 'POST',
      path: `${path}/:id/rotate/`,
      operationId: `rotateWebhookSecret${by}`,
      tag,
      summary: 'Creates a new secret. For 24 hours, messages are signed with the old one too.',
      idempotent: true,
      cache: 'no-store',
      answers: { 200: secret('The new secret.') },
      errors: ['webhook_not_found', 'idempotency_key_invalid'],
    },
    messages: {
      ...common,
      ...ofOne,
      method: 'GET',
      path: `${path}/:id/messages/`,
      operationId: `listWebhookMessages${by}`,
      tag,
      summary: "A webhook's last 50 messages within 30 days, each with its tries and their answers.",
      cache: 'no-store',
      answers: { 200: { description: 'Newest first.', schema: webhookMessagesSchema } },
      errors: ['webhook_not_found'],
    },
    test: {
      ...common,
      ...ofOne,
      method: 'POST',
      path: `${path}/:id/test/`,
      operationId: `testWebhook${by}`,
      tag,
      summary: 'Sends a message of type `test`.',
      answers: { 202: { description: 'It is on its way.', schema: queuedWebhookSchema } },
      errors: ['webhook_not_found', 'webhook_disabled', 'too_many_requests'],
    },
    sendAgain: {
      ...common,
      params: webhookMessageParamsSchema,
      paramsError: 'webhook_message_not_found',
      method: 'POST',
      path: `${path}/:id/messages/:messageId/send/`,
      operationId: `sendWebhookAgain${by}`,
      tag,
      summary: 'Sends a message again, with the same `webhook-id`.',
      answers: { 202: { description: 'It is on its way.', schema: queuedWebhookSchema } },
      errors: ['webhook_not_found', 'webhook_disabled', 'webhook_message_not_found', 'too_many_requests'],
    },
  } as const;
}

const admin = { access: { who: 'admin' } } as const;

export const webhookContracts = contractsOf(
  '/api/webhooks',
  'ByLogin',
  { ...admin, credentials: ['session'] },
  { needsProof: () => true },
);
export const webhookKeyContracts = contractsOf(
  '/v1/webhooks',
  '',
  { ...admin, credentials: ['api-key'], scope: 'webhooks:manage' },
  {},
);
