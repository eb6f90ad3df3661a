import { vi } from 'vitest';

/** As in some private windows: nothing is stored, and nothing waits for it. */
export function withoutDatabase(): void {
  vi.stubGlobal('indexedDB', {
    open() {
      const request = { error: new Error('No database'), onerror: () => undefined };
      queueMicrotask(() => request.onerror());
      return request;
    },
  });
}
