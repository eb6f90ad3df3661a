import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ModelError, type ModelManifest } from './manifest.ts';

export type NetworkFile = Pick<ModelManifest, 'file' | 'sha256'>;

/**
 * Hashes and runs the same bytes, so swapping the file has no effect.
 * @throws ModelError
 */
export async function readVerified(directory: string, network: NetworkFile): Promise<Uint8Array> {
  const file = path.join(directory, network.file);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new ModelError(`There is no readable model at ${file}`, { cause: error });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== network.sha256) {
    throw new ModelError(
      `The model ${file} is not the one its manifest describes: SHA-256 ${sha256}, expected ${network.sha256}`,
    );
  }
  return bytes;
}
