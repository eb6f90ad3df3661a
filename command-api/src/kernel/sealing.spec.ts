import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@clearcut/platform/config/config';
import { expect, onTestFinished, test } from 'vitest';
import { createSealing, loadSealing } from './sealing.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const secret = Buffer.from('12345678901234567890');

test('only its owner opens a sealed secret', () => {
  const sealing = createSealing([older]);
  const sealed = sealing.seal('ann', secret);
  expect(sealing.open('ann', sealed)).toEqual(secret);
  expect(sealed.sealed.includes(secret)).toBe(false);
  expect(() => sealing.open('bob', sealed)).toThrow();
  const changed = Buffer.from(sealed.sealed);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  expect(() => sealing.open('ann', { ...sealed, sealed: changed })).toThrow();
});

test('the first key seals, and every key opens', () => {
  const before = createSealing([older]).seal('ann', secret);
  const both = createSealing([newer, older]);
  expect(both.open('ann', before)).toEqual(secret);
  expect(both.seal('ann', secret).keyId).toEqual(createSealing([newer]).keyId);
  expect(() => createSealing([newer]).open('ann', before)).toThrow(/ENCRYPTION_KEYS/);
});

test('without a setting, processes that start together share a key that only this user account can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealing-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const [one, two] = await Promise.all([1, 2].map(() => loadSealing({ encryptionKeys: [], dataDir })));
  expect(one?.keyId).toEqual(two?.keyId);
  expect((await stat(join(dataDir, 'encryption-key'))).mode & 0o777).toBe(0o600);
});

test('regression: each start wrote a key that it did not need, and failed on a full disk', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealing-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const first = await loadSealing({ encryptionKeys: [], dataDir });
  const { mtimeMs } = await stat(dataDir);
  expect((await loadSealing({ encryptionKeys: [], dataDir })).keyId).toEqual(first.keyId);
  expect((await stat(dataDir)).mtimeMs).toBe(mtimeMs);
  await truncate(join(dataDir, 'encryption-key'));
  await expect(loadSealing({ encryptionKeys: [], dataDir })).rejects.toThrow(ConfigError);
});
