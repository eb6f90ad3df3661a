import { randomUuid } from '../random-uuid.ts';
import { readStored, writeStored } from '../storage/storage.ts';

let clientId: string | undefined;

/** The id by which this browser owns its pictures. Made once and kept: a new one would lose access to them. */
export function getClientId(): string {
  clientId ??= readStored('client-id');
  if (clientId === undefined) {
    clientId = randomUuid();
    writeStored('client-id', clientId);
  }
  return clientId;
}
