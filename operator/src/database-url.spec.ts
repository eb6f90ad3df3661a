import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@clearcut/platform/launcher/postgres/postmaster';
import { identify, type ProcessIdentity } from '@clearcut/platform/launcher/process-identity';
import { writeRunFile } from '@clearcut/platform/launcher/run-file';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withConnection } from './backup/source.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clearcut-database-url-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function reasonWith(launcher: ProcessIdentity | undefined): Promise<unknown> {
  if (launcher === undefined) throw new Error('There is no such process');
  const databaseUrl = `postgres://clearcut:x@127.0.0.1:${await freePort()}/clearcut`;
  await writeRunFile(dataDir, { launcher, databaseUrl, services: {} });
  return withConnection(dataDir, () => Promise.resolve()).catch(String);
}

test('regression: after kill -9 of the launcher, commands named a refused port instead of what to start', async () => {
  const here = identify(process.pid);
  expect(await reasonWith(here && { ...here, started: 'earlier' })).toContain(`Clearcut does not run on ${dataDir}.`);
  expect(await reasonWith(here)).toContain('The database of Clearcut is out of reach: connect ECONNREFUSED');
});
