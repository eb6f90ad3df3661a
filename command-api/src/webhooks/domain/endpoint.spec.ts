import type { WebhookEvent } from '@clearcut/schemas/webhooks/events';
import { expect, test } from 'vitest';
import {
  addEndpoint,
  changeTypes,
  disableEndpoint,
  enableEndpoint,
  endpointAggregate,
  type EndpointDecision,
  removeEndpoint,
  rotateSecret,
} from './endpoint.ts';

const endpointId = '5e0c7f44-2d0e-4a5b-8f3e-6a1c52b0d911';
const teamId = '1205fbab-fdd8-4780-8bad-cf942bb6e91b';
const of = { endpointId, teamId };
const { evolve, initialState } = endpointAggregate;

function appended(...decisions: EndpointDecision[]): WebhookEvent[] {
  let state = initialState;
  return decisions.flatMap((decide) => {
    const events = decide(state, new Date(0));
    state = events.reduce(evolve, state);
    return events;
  });
}

const add = addEndpoint({ ...of, types: ['picture.ready'] });
const remove = removeEndpoint(of);

test('does not record a change without effect', () => {
  const decisions = [
    add,
    add,
    changeTypes(of, ['picture.ready']),
    enableEndpoint(of),
    disableEndpoint({ endpointId, teamId: null }, 'failing'),
    disableEndpoint({ endpointId, teamId: null }, 'gone'),
  ];
  expect(appended(...decisions).map(({ type }) => type)).toEqual(['WebhookEndpointAdded', 'WebhookEndpointDisabled']);
});

test('each rotation is another version of the secret', () => {
  const rotate = rotateSecret(of, '2026-11-24T12:00:00Z');
  expect(
    appended(add, rotate, rotate)
      .slice(1)
      .map(({ data }) => 'version' in data && data.version),
  ).toEqual([2, 3]);
});

test('regression: a second rotation leaves the first secret its hours', () => {
  const [first, second] = ['2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z'];
  const events = appended(add, rotateSecret(of, first), rotateSecret(of, second));
  const state = events.reduce(evolve, initialState);
  expect(state).toMatchObject({
    version: 3,
    old: [
      { version: 2, validUntil: second },
      { version: 1, validUntil: first },
    ],
  });
});

const rotateAt = (minute: number) => rotateSecret(of, new Date(Date.UTC(2026, 10, 24, 0, minute)).toISOString());

const versionsAfter = (...minutes: number[]) =>
  appended(add, ...minutes.map(rotateAt))
    .reduce(evolve, initialState)
    ?.old.map(({ version }) => version);

test('regression: the first secret outlives many rotations within its hours, and no longer', () => {
  const minutes = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(versionsAfter(...minutes)).toEqual([...minutes.slice(-15).toReversed(), 1]);
  const nextDay = 24 * 60 + 1;
  expect(versionsAfter(...minutes, nextDay)).toEqual([21, ...minutes.slice(-15).toReversed()]);
});

test.for<[string, EndpointDecision[]]>([
  ['one that never existed', [remove]],
  ["another team's", [add, removeEndpoint({ endpointId, teamId: endpointId })]],
  ['one that was removed', [add, remove, remove]],
])('%s is not found', ([, decisions]) => {
  expect(() => appended(...decisions)).toThrow(expect.objectContaining({ code: 'webhook_not_found' }));
});
