import { afterEach, expect, test, vi } from 'vitest';
import { request } from '../lib/http/request.ts';
import { startSession } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

test('regression: nothing else is asked before the server has said who this is', async () => {
  // Of the browser's window only this is needed.
  vi.stubGlobal('addEventListener', () => undefined);
  const asked: string[] = [];
  const profile = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return path === '/api/user/me' ? profile.promise : Response.json({});
  });
  startSession();
  await new Promise(setImmediate);
  const picture = request('/api/transaction/a');
  await new Promise(setImmediate);
  expect(asked).toEqual(['/api/user/me']);
  profile.resolve(Response.json({}, { status: 401 }));
  await picture;
  expect(asked).toEqual(['/api/user/me', '/api/transaction/a']);
});
