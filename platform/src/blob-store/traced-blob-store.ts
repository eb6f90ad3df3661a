import type { Tracing } from '../telemetry/tracing/port.ts';
import type { BlobStore } from './port.ts';

export function tracedBlobStore(store: BlobStore, tracing: Tracing): BlobStore {
  const { presign } = store;
  return {
    put: (key, content) => tracing.within({ name: 'put blob', kind: 'client' }, () => store.put(key, content)),
    adopt: (key, file) => tracing.within({ name: 'put blob', kind: 'client' }, () => store.adopt(key, file)),
    read: (key) => tracing.within({ name: 'read blob', kind: 'client' }, () => store.read(key)),
    stream: (key, range) => store.stream(key, range),
    deletePrefix: (prefix) => store.deletePrefix(prefix),
    ...(presign === undefined ? {} : { presign: (key, file) => presign.call(store, key, file) }),
  };
}
