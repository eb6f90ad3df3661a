import { route, type Route } from '../http/contract.ts';
import { idempotencyKeyOf } from '../http/headers/idempotency.ts';
import type { HttpRequest } from '../http/message.ts';
import { circumstancesOf } from '../kernel/command-context.ts';
import type { Member } from '../kernel/requester.ts';
import { webhookContracts, webhookKeyContracts } from '@clearcut/schemas/contracts/webhooks';
import {
  addEndpoint,
  changeEndpoint,
  messagesOf,
  removeEndpoint,
  repeatMessage,
  rotateSecret,
  sendTest,
  viewsOf,
  type WebhookDeps,
} from './endpoints.ts';

export const webhookRoutes = (deps: WebhookDeps): Route[] => [
  ...routesOf(deps, webhookContracts),
  ...routesOf(deps, webhookKeyContracts),
];

const by = ({ userId }: Member, request: HttpRequest) => circumstancesOf({ id: userId }, request);
const of = ({ teamId }: Member, { id: endpointId }: { readonly id: string }) => ({ teamId, endpointId });

/** Both credentials name the member, which is all that handlers use. */
function routesOf(deps: WebhookDeps, contracts: typeof webhookContracts | typeof webhookKeyContracts): Route[] {
  return [
    route(contracts.list, async ({ requester: { subject } }) => {
      return { webhooks: await viewsOf(deps, subject.teamId) };
    }),
    route(contracts.add, async ({ body, requester: { subject }, request }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      return addEndpoint(deps, subject.teamId, body, { ...by(subject, request), idempotencyKey });
    }),
    route(contracts.change, async ({ params, body, requester: { subject }, request }) =>
      changeEndpoint(deps, of(subject, params), body, by(subject, request)),
    ),
    route(contracts.remove, async ({ params, requester: { subject }, request }) =>
      removeEndpoint(deps, of(subject, params), by(subject, request)),
    ),
    route(contracts.rotate, async ({ params, requester: { subject }, request }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      return rotateSecret(deps, of(subject, params), { ...by(subject, request), idempotencyKey });
    }),
    route(contracts.messages, async ({ params, requester: { subject } }) => {
      return { messages: await messagesOf(deps, of(subject, params)) };
    }),
    route(contracts.test, async ({ params, requester: { subject } }) => ({
      messageId: await sendTest(deps, of(subject, params)),
    })),
    route(contracts.sendAgain, async ({ params, requester: { subject } }) => {
      await repeatMessage(deps, of(subject, params), params.messageId);
      return { messageId: params.messageId };
    }),
  ];
}
