import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { afterEach, beforeEach, vi } from 'vitest';
import { withoutDatabase } from '../../../../lib/storage/testing/private-window.ts';
import { pictureView } from '../../../pictures/uploads/transaction/testing/picture-view.ts';
import { gallery } from '../gallery.ts';

export const viewOf = (id: string, changed: object = {}): TransactionView => pictureView(id, changed);

const pipeline = { original: { id: 'original' } };
export const waiting = { status: 'PENDING', pipeline };
export const noSubject = {
  status: 'UPLOAD_ERROR',
  pipeline,
  error: { errorCode: 'subject_not_found', message: '' },
};

/** Pictures, answer to deletions, what was deleted, what was sent with which keys and how it arrives, and pending answers. */
export const server = {
  views: [] as TransactionView[],
  deletion: 204,
  deleted: [] as string[],
  uploads: [] as string[],
  keys: [] as string[],
  isAway: false,
  arrivals: new Map<string, () => void>(),
  late: new Map<string, Promise<void>>(),
};
export const streams = new Map<string, Stream>();

class Stream extends EventTarget {
  isClosed = false;

  constructor(path: string) {
    super();
    streams.set(path.split('/')[3] ?? '', this);
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Runs a file's tests against `server`, with a gallery no session has opened. */
export function simulateServer(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(server, { deletion: 204, deleted: [], uploads: [], keys: [], isAway: false, late: new Map() });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      const id = path.split('/')[3] ?? '';
      if (method === 'DELETE') {
        if (server.deletion === 204) server.deleted.push(id);
        return new Response(null, { status: server.deletion });
      }
      await server.late.get(path.includes('pageSize') ? 'list' : id);
      if (path.includes('pageSize')) return Response.json({ transactions: server.views, total: server.views.length });
      const view = server.views.find((each) => each.id === id);
      return Response.json(view ?? { errorCode: 'image_expired' }, { status: view === undefined ? 410 : 200 });
    });
    vi.stubGlobal('EventSource', Stream);
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        readonly upload = new EventTarget();
        readonly status = 201;
        responseText = '';
        open() {}
        setRequestHeader(name: string, value: string) {
          if (name === 'idempotency-key') server.keys.push(value);
        }
        getResponseHeader() {
          return null;
        }
        send({ name }: File) {
          server.uploads.push(name);
          if (server.isAway) {
            queueMicrotask(() => this.dispatchEvent(new Event('error')));
            return;
          }
          this.responseText = JSON.stringify({ id: name, status: 'PENDING', session_id: 's' });
          server.arrivals.set(name, () => this.dispatchEvent(new Event('load')));
        }
        abort() {
          this.dispatchEvent(new Event('abort'));
        }
      },
    );
    withoutDatabase();
  });
  afterEach(async () => {
    await gallery.forget();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export async function openWith(...views: TransactionView[]): Promise<void> {
  server.views = views;
  await gallery.open('somebody', undefined);
}
export const ids = () => gallery.getState().entries.map(({ id }) => id);

/** Delays an answer about a picture, or the list, until called. */
export function delayed(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.late.set(id, promise);
  return resolve;
}
