/**
 * Services without the launcher, each with its own data folder, as on separate machines: they share only the configured
 * servers.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CustomBackground } from '@clearcut/schemas/transaction/editing-http';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { startSecondApi } from '../faults/saves-harness.ts';
import { openAdapters } from '../support/adapters.ts';
import { startBeside } from '../support/beside.ts';
import { bodyOf, createClient } from '../support/client.ts';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { newSaver } from '../support/saver.ts';

const MIGRATE = fileURLToPath(import.meta.resolve('@clearcut/platform/launcher/migrate'));
const sha256 = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

test('a file stored by one process is available to all', { timeout: 300_000 }, async () => {
  await using started = new AsyncDisposableStack();
  const database = await createTestDatabase();
  started.defer(() => database.drop());
  const folder = async (): Promise<string> => {
    const path = await mkdtemp(join(tmpdir(), 'clearcut-own-'));
    started.defer(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const databaseUrl = database.url;
  await promisify(execFile)(process.execPath, [MIGRATE], { env: { ...process.env, DATABASE_URL: databaseUrl } });
  const adapters = await openAdapters({ databaseUrl, dataDir: await folder() });
  started.defer(() => adapters.close());
  for (const service of ['projections', 'inference-worker'] as const) {
    const child = await startBeside(service, { databaseUrl, dataDir: await folder() });
    started.defer(() => void child.kill('SIGKILL'));
  }
  const [here, there] = [
    await startSecondApi({ databaseUrl }, await folder()),
    await startSecondApi({ databaseUrl }, await folder()),
  ];
  started.defer(async () => void (await Promise.all([here.stop(), there.stop()])));

  const saver = await newSaver({ url: here.url, ...adapters }, 1);
  const { person } = saver;
  const elsewhere = createPerson(there.url, person.clientId);
  elsewhere.setSession(person.session() ?? '');
  const headers = { clientId: person.clientId, cookie: `clearcut_session=${person.session()}` };

  const { id } = await saver.cutOut(await photo({ width: 400, height: 300 }), 'Krug.jpg');
  const ground = await fetch(`${there.url}/api/transaction/${id}/background/image/`, {
    method: 'POST',
    headers: { 'client-id': headers.clientId, cookie: headers.cookie },
    body: new Uint8Array(await photo({ width: 200, height: 150 })),
  });
  const background = { ...TRANSPARENT, id: (await bodyOf<CustomBackground>(ground)).id };
  expect((await person.send('POST', `/api/transaction/${id}/edit/`, { background })).status).toBe(200);
  const saved = await elsewhere.send('POST', `/api/transaction/${id}/save/`, { background });
  const { receipt, creditsLeft } = await bodyOf<SaveAnswer>(saved);
  expect([receipt.ledger?.credits, creditsLeft]).toEqual([1, 0]);

  for (const each of [saver.client, createClient(there.url, headers)]) {
    const file = await each.get(`/api/transaction/${id}/download/high/`);
    expect(file.headers.get('content-disposition')).toContain('Krug');
    expect(sha256(await file.arrayBuffer())).toBe(receipt.file.sha256);
  }
});
