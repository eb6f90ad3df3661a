import type { Profile } from '@clearcut/schemas/identity/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../features/auth/session/session.ts';
import { uploadStore } from '../../features/pictures/uploads/upload-store.ts';
import { request } from '../../lib/http/request.ts';
import { removeStored } from '../../lib/storage/storage.ts';
import { withoutDatabase } from '../../lib/storage/testing/private-window.ts';
import { startSession } from './start-session.ts';

beforeEach(() => void vi.stubGlobal('location', { pathname: '/app/dashboard', search: '' }));
afterEach(() => vi.unstubAllGlobals());

test('regression: no other request is sent before the server has said who the user is', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const requests: string[] = [];
  const profile = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return path === '/api/user/me/' ? profile.promise : Response.json({});
  });
  startSession();
  await new Promise(setImmediate);
  const picture = request('/api/transaction/a');
  await new Promise(setImmediate);
  expect(requests).toEqual(['/api/user/me/']);
  profile.resolve(Response.json({}, { status: 401 }));
  await picture;
  expect(requests).toEqual(['/api/user/me/', '/api/transaction/a']);
});

test('regression: a user who signs out in another tab leaves no picture to the next user of this one', async () => {
  withoutDatabase();
  const listeners = new Map<string, (event: { key: string }) => void>();
  vi.stubGlobal('addEventListener', listeners.set.bind(listeners));
  const never = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/user/me/' ? Response.json({}, { status: 401 }) : never,
  );
  startSession();
  session.setProfile({ pk: 'ada' } as Profile);
  uploadStore.start({ url: 'https://example.com/ada.jpg' });

  removeStored('userData');
  listeners.get('storage')?.({ key: 'userData' });
  await vi.waitUntil(() => session.getState().status === 'loggedOut');
  await vi.waitUntil(() => uploadStore.getState().stage === 'idle');
  await vi.dynamicImportSettled();
});

test('regression: a refusal of a call from before the login ended that login', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/billing/' ? late.promise : Response.json({}, { status: 401 }),
  );
  startSession();
  session.leave();
  const refused = request('/api/billing/').catch(() => undefined);
  await new Promise(setImmediate);
  session.setProfile({ pk: 'ada' } as Profile);
  late.resolve(Response.json({}, { status: 401 }));
  await refused;
  expect(session.getState().status).toBe('loggedIn');

  await request('/api/transaction/a').catch(() => undefined);
  expect(session.getState().status).toBe('loggedOut');
});
