import { vi } from 'vitest';

/** A database that cannot be opened, as in some private windows: nothing is kept, and nothing waits for it. */
export function withoutDatabase(): void {
  vi.stubGlobal('indexedDB', {
    open() {
      const request = { error: new Error('No database'), onerror: () => undefined };
      queueMicrotask(() => request.onerror());
      return request;
    },
  });
}
