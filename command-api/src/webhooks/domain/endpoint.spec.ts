import type { WebhookEvent } from '@clearcut/schemas/webhooks/events';
import { expect, test } from 'vitest';
import { type EndpointCommand, endpointDecider } from './endpoint.ts';

const endpointId = '5e0c7f44-2d0e-4a5b-8f3e-6a1c52b0d911';
const teamId = '1205fbab-fdd8-4780-8bad-cf942bb6e91b';
const { decide, evolve, initialState } = endpointDecider;

function appended(...commands: EndpointCommand[]): WebhookEvent[] {
  let state = initialState;
  return commands.flatMap((command) => {
    const events = decide(command, state);
    state = events.reduce(evolve, state);
    return events;
  });
}

const add: EndpointCommand = { type: 'AddEndpoint', endpointId, teamId, types: ['picture.ready'] };
const remove: EndpointCommand = { type: 'RemoveEndpoint', endpointId, teamId };

test('does not record a change without effect', () => {
  const commands: EndpointCommand[] = [
    add,
    add,
    { type: 'ChangeTypes', endpointId, teamId, types: ['picture.ready'] },
    { type: 'EnableEndpoint', endpointId, teamId },
    { type: 'DisableEndpoint', endpointId, teamId: null, reason: 'failing' },
    { type: 'DisableEndpoint', endpointId, teamId: null, reason: 'gone' },
  ];
  expect(appended(...commands).map(({ type }) => type)).toEqual(['WebhookEndpointAdded', 'WebhookEndpointDisabled']);
});

test('each rotation is another version of the secret', () => {
  const rotate: EndpointCommand = { type: 'RotateSecret', endpointId, teamId, oldValidUntil: '2026-11-24T12:00:00Z' };
  expect(appended(add, rotate, rotate).slice(1).map(({ data }) => 'version' in data && data.version)).toEqual([2, 3]); // prettier-ignore
});

test.for<[string, EndpointCommand[]]>([
  ['one that never existed', [remove]],
  ["another team's", [add, { ...remove, teamId: endpointId }]],
  ['one that was removed', [add, remove, remove]],
])('%s is not found', ([, commands]) => {
  expect(() => appended(...commands)).toThrow(expect.objectContaining({ code: 'webhook_not_found' }));
});
