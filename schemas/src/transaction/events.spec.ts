/**
 * Every event ever stored must stay readable. `golden/<Type>.v<n>.json` is an event as it was stored when version n was current;
 * these files are never edited: a change of a schema adds an upcaster and a file beside them.
 */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { eventCodec } from '../events/catalogue.ts';
import type { StoredEvent } from '../events/define.ts';
import { transactionEvents } from './events.ts';

const folder = new URL('golden/', import.meta.url);

const versions = transactionEvents.flatMap(({ type, schemaVersion }) =>
  Array.from({ length: schemaVersion }, (_, index) => ({ type: type as string, version: index + 1 })),
);

async function readGolden(file: string): Promise<StoredEvent> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8')) as StoredEvent;
}

test.for(versions)('the stored example of $type v$version is read', async ({ type, version }) => {
  const stored = await readGolden(`${type}.v${version}.json`);
  expect(stored).toMatchObject({ type, schemaVersion: version });
  expect(eventCodec.decode(stored).type).toBe(type);
});

test.for(transactionEvents)('storing $type again gives its current example', async ({ type, schemaVersion }) => {
  const stored = await readGolden(`${type}.v${schemaVersion}.json`);
  expect(eventCodec.encode(eventCodec.decode(stored))).toEqual(stored);
});

test('no stored example is of a type or version that the code forgot', async () => {
  const known = versions.map(({ type, version }) => `${type}.v${version}.json`);
  expect((await readdir(folder)).sort()).toEqual(known.sort());
});
