import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '@clearcut/platform/config/config';
import { makeFolder } from '@clearcut/platform/make-folder';

/** AES-256-GCM: nonce (12 bytes), tag (16), ciphertext. */
export interface Sealed {
  readonly keyId: Buffer;
  readonly sealed: Buffer;
}

/** For secrets that must be readable again. */
export interface Sealing {
  /** Id of the sealing key; others only open. */
  readonly keyId: Buffer;
  readonly keyIds: readonly Buffer[];
  /** @param about owner; sealed for one account, a secret does not open for another */
  seal(about: string, secret: Uint8Array): Sealed;
  /** @throws Error when the key is missing or the bytes changed */
  open(about: string, sealed: Sealed): Buffer;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;
const KEY_FILE = 'encryption-key';

/** @param keys 32 bytes each: the first seals, all open */
export function createSealing(keys: readonly [Buffer, ...Buffer[]]): Sealing {
  const ring = keys.map((key) => ({
    id: createHash('sha256').update('key-id').update(key).digest().subarray(0, KEY_ID_BYTES),
    key: Buffer.from(hkdfSync('sha256', key, '', 'clearcut sealing', KEY_BYTES)),
  }));
  const [newest] = ring;
  if (newest === undefined) throw new Error('There is no key to seal with');
  return {
    keyId: newest.id,
    keyIds: ring.map(({ id }) => id),
    seal(about, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(about));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return { keyId: newest.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
    },
    open(about, { keyId, sealed }) {
      const found = ring.find(({ id }) => id.equals(keyId));
      if (found === undefined) throw new Error('A sealed secret needs a key that is not among ENCRYPTION_KEYS');
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', found.key, nonce).setAAD(Buffer.from(about)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

/** Default: generated once below DATA_DIR. */
export async function loadSealing({
  encryptionKeys,
  dataDir,
}: {
  readonly encryptionKeys: readonly Buffer[];
  readonly dataDir: string;
}): Promise<Sealing> {
  const [first, ...others] = encryptionKeys;
  return createSealing(first === undefined ? [await keyInFile(join(dataDir, KEY_FILE))] : [first, ...others]);
}

async function keyInFile(path: string): Promise<Buffer> {
  if (!existsSync(path)) await makeOnce(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (key.length !== KEY_BYTES) {
    throw new ConfigError(`${path} does not hold a key of ${KEY_BYTES} bytes in base64. Bring it back from a copy.`);
  }
  return key;
}

/** One of several starting processes creates the file, and all read it. */
async function makeOnce(path: string, text: string): Promise<void> {
  const own = `${path}.${randomUUID()}`;
  await makeFolder(dirname(path));
  try {
    await writeFile(own, text, { mode: 0o600, flush: true });
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(own, { force: true });
  }
}
