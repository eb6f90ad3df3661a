import { randomUuid } from '../random-uuid.ts';
import { readStored, writeStored } from '../storage/storage.ts';

let clientId: string | undefined;

/** Owns this browser's pictures: a new one would lose access to them. */
export function getClientId(): string {
  clientId ??= readStored('client-id');
  if (clientId === undefined) {
    clientId = randomUuid();
    writeStored('client-id', clientId);
  }
  return clientId;
}
