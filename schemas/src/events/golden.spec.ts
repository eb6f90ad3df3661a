/**
 * Every event ever stored must stay readable. `<context>/golden/<Type>.v<n>.json` is an event of version n and is never
 * edited: a schema change adds an upcaster and a file.
 */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { apiKeyEvents } from '../api-keys/events.ts';
import { attributionEvents } from '../attribution/events.ts';
import { contactEvents } from '../contact/events.ts';
import { creditPoolEvents } from '../credits/events.ts';
import { accountEvents } from '../identity/events.ts';
import { loginEvents } from '../login/events.ts';
import { subscriptionEvents } from '../subscription/events.ts';
import { supportAccessEvents } from '../support/access-events.ts';
import { staffActionEvents } from '../support/events.ts';
import { replayEvents } from '../support/replay/events.ts';
import { teamEvents } from '../team/events.ts';
import { transactionEvents } from '../transaction/events.ts';
import { webhookEvents } from '../webhooks/events.ts';
import { eventCodec, eventDefinitions } from './catalogue.ts';
import type { StoredEvent } from '../define-event.ts';

const contexts = {
  transaction: transactionEvents,
  team: teamEvents,
  identity: accountEvents,
  login: loginEvents,
  credits: creditPoolEvents,
  subscription: subscriptionEvents,
  'api-keys': apiKeyEvents,
  attribution: attributionEvents,
  contact: contactEvents,
  support: [...staffActionEvents, ...supportAccessEvents, ...replayEvents],
  webhooks: webhookEvents,
};

const folderOf = (context: string): URL => new URL(`../${context}/golden/`, import.meta.url);

const types = Object.entries(contexts).flatMap(([context, definitions]) =>
  definitions.map(({ type, schemaVersion }) => ({ context, type: type as string, schemaVersion })),
);

const versions = types.flatMap(({ context, type, schemaVersion }) =>
  Array.from({ length: schemaVersion }, (_, index) => ({ context, type, version: index + 1 })),
);

async function readGolden(context: string, file: string): Promise<StoredEvent> {
  return JSON.parse(await readFile(new URL(file, folderOf(context)), 'utf8')) as StoredEvent;
}

test.for(versions)('reads the stored example of $type v$version', async ({ context, type, version }) => {
  const stored = await readGolden(context, `${type}.v${version}.json`);
  expect(stored).toMatchObject({ type, schemaVersion: version });
  expect(eventCodec.decode(stored).type).toBe(type);
});

test.for(types)('storing $type again gives its current example', async ({ context, type, schemaVersion }) => {
  const stored = await readGolden(context, `${type}.v${schemaVersion}.json`);
  expect(eventCodec.encode(eventCodec.decode(stored))).toEqual(stored);
});

test.for(Object.keys(contexts))(
  'no stored example of %s has a type or version that the code has dropped',
  async (context) => {
    const known = versions
      .filter((version) => version.context === context)
      .map(({ type, version }) => `${type}.v${version}.json`);
    expect((await readdir(folderOf(context))).sort()).toEqual(known.sort());
  },
);

test('the catalogue has the events of every context, and each type once', () => {
  const catalogued = eventDefinitions.map(({ type }) => type as string);
  expect(catalogued.toSorted()).toEqual(types.map(({ type }) => type).sort());
  expect(new Set(catalogued).size).toBe(catalogued.length);
});
