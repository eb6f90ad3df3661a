import { WEBHOOKS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { WebhookEvent } from '@clearcut/schemas/webhooks/events';
import type { WebhookType } from '@clearcut/schemas/webhooks/types';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';
import { HOUR_MS } from '../../kernel/time.ts';

export type DisabledBecause = Extract<WebhookEvent, { type: 'WebhookEndpointDisabled' }>['data']['reason'];

export interface KnownEndpoint {
  readonly teamId: string;
  readonly types: readonly WebhookType[];
  readonly firstTypes: readonly WebhookType[];
  readonly version: number;
  /** Earlier versions that still sign, newest first. */
  readonly old: readonly { readonly version: number; readonly validUntil: string }[];
  readonly disabledBecause: DisabledBecause | null;
  readonly isRemoved: boolean;
}

/** Each lengthens every message's header. */
const MAX_OLD_SECRETS = 16;

/** Drops the second oldest: the oldest is a receiver's whose new secrets were lost. */
function remembered(old: KnownEndpoint['old'], rotatedAt: number): KnownEndpoint['old'] {
  const valid = old.filter(({ validUntil }) => Date.parse(validUntil) > rotatedAt);
  return valid.length > MAX_OLD_SECRETS ? valid.toSpliced(-2, 1) : valid;
}

/** Null before it is added. */
export type EndpointState = KnownEndpoint | null;

function evolve(state: EndpointState, event: WebhookEvent): EndpointState {
  if (event.type === 'WebhookEndpointAdded') {
    const { teamId, types } = event.data;
    return { teamId, types, firstTypes: types, version: 1, old: [], disabledBecause: null, isRemoved: false };
  }
  if (state === null) throw new Error(`${event.type} for an endpoint that never was added`);
  switch (event.type) {
    case 'WebhookEndpointChanged':
      return { ...state, types: event.data.types };
    case 'WebhookSecretRotated': {
      const { version, oldValidUntil: validUntil } = event.data;
      const rotatedAt = Date.parse(validUntil) - WEBHOOKS.overlapHours * HOUR_MS;
      const old = remembered([{ version: state.version, validUntil }, ...state.old], rotatedAt);
      return { ...state, version, old };
    }
    case 'WebhookEndpointDisabled':
      return { ...state, disabledBecause: event.data.reason };
    case 'WebhookEndpointEnabled':
      return { ...state, disabledBecause: null };
    case 'WebhookEndpointRemoved':
      return { ...state, isRemoved: true };
  }
}

export const endpointAggregate: Aggregate<EndpointState, WebhookEvent> = { initialState: null, evolve };

export type EndpointDecision = Decision<EndpointState, WebhookEvent>;

/** `teamId` is that of the commanding admin; null when we act ourselves. */
interface OfTeam {
  readonly endpointId: string;
  readonly teamId: string | null;
}

const ofTeam =
  ({ teamId }: OfTeam, decide: (endpoint: KnownEndpoint) => readonly WebhookEvent[]): EndpointDecision =>
  (state) => {
    const isOthers = state !== null && teamId !== null && teamId !== state.teamId;
    if (state === null || isOthers || state.isRemoved) throw new CatalogueError('webhook_not_found');
    return decide(state);
  };

const isEqual = (a: readonly WebhookType[], b: readonly WebhookType[]): boolean => a.join() === b.join();

export const addEndpoint =
  (data: Extract<WebhookEvent, { type: 'WebhookEndpointAdded' }>['data']): EndpointDecision =>
  (state) => {
    if (state === null) return [{ type: 'WebhookEndpointAdded', data }];
    // The same Idempotency-Key gives the same id, whatever the content.
    const isSame = !state.isRemoved && isEqual(data.types, state.firstTypes);
    if (!isSame) throw new CatalogueError('idempotency_key_reused');
    return [];
  };

export const changeTypes = (of: OfTeam, types: WebhookType[]): EndpointDecision =>
  ofTeam(of, (before) => {
    return isEqual(types, before.types)
      ? []
      : [{ type: 'WebhookEndpointChanged', data: { endpointId: of.endpointId, types } }];
  });

export const rotateSecret = (of: OfTeam, oldValidUntil: string): EndpointDecision =>
  ofTeam(of, ({ version }) => [
    { type: 'WebhookSecretRotated', data: { endpointId: of.endpointId, version: version + 1, oldValidUntil } },
  ]);

export const disableEndpoint = (of: OfTeam, reason: DisabledBecause): EndpointDecision =>
  ofTeam(of, ({ disabledBecause }) =>
    disabledBecause === null ? [{ type: 'WebhookEndpointDisabled', data: { endpointId: of.endpointId, reason } }] : [],
  );

export const enableEndpoint = (of: OfTeam): EndpointDecision =>
  ofTeam(of, ({ disabledBecause }) =>
    disabledBecause === null ? [] : [{ type: 'WebhookEndpointEnabled', data: { endpointId: of.endpointId } }],
  );

export const removeEndpoint = (of: OfTeam): EndpointDecision =>
  ofTeam(of, () => [{ type: 'WebhookEndpointRemoved', data: { endpointId: of.endpointId } }]);
