import type { Profile } from '@clearcut/schemas/identity/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../lib/errors/failure.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { profileOf } from './testing/profile.ts';
import { Session } from './session.ts';

const ada = profileOf('ada');
const bob = profileOf('bob');
const answer = vi.fn<() => Response>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => answer());
  vi.stubGlobal('location', { pathname: '/app/dashboard', search: '' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens another page after the profile has gone stale, so that it is requested again. */
async function checkedLater(session: Session): Promise<void> {
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  await session.check();
  await vi.advanceTimersByTimeAsync(5_000);
}

const loggedIn = (profile: Profile): Session => {
  const session = new Session();
  session.setProfile(profile);
  return session;
};

test.each([0, 429, 500, 503])('a check that fails with %d keeps the login and is repeated', async (status) => {
  const session = loggedIn(ada);
  answer.mockImplementation(() => {
    if (status === 0) throw new TypeError('No network');
    return Response.json({}, { status });
  });
  await checkedLater(session);
  expect(session.getState()).toEqual({ status: 'loggedIn', profile: ada });
  expect(readStored('userData')).toBe(JSON.stringify(ada));

  const renamed = { ...ada, first_name: 'Ada' };
  answer.mockImplementation(() => Response.json(renamed));
  await session.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.getState().profile).toEqual(renamed);
});

test('makes no call without a remembered login or one that began elsewhere', async () => {
  removeStored('userData');
  const session = new Session();
  vi.stubGlobal('location', { pathname: '/upload', search: '' });
  answer.mockClear();
  expect(await session.check()).toEqual({ status: 'loggedOut', profile: undefined });
  expect(answer).not.toHaveBeenCalled();
});

test('shows a login that began outside this browser once its arrival has been handled', async () => {
  removeStored('userData');
  const session = new Session();
  const arrival = Promise.withResolvers<void>();
  session.onArrival = vi.fn(() => arrival.promise);
  answer.mockImplementation(() => Response.json(ada));
  const checked = session.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.onArrival).toHaveBeenCalledWith(ada);
  expect(session.getState().status).toBe('checking');
  arrival.resolve();
  expect(await checked).toEqual({ status: 'loggedIn', profile: ada });
});

test('a user whom this browser remembers does not count as arriving', async () => {
  writeStored('userData', JSON.stringify(ada));
  const session = new Session();
  session.onArrival = vi.fn();
  answer.mockImplementation(() => Response.json(ada));
  expect(await session.check()).toEqual({ status: 'loggedIn', profile: ada });
  expect(session.onArrival).not.toHaveBeenCalled();
});

test.each([200, 401])('a %d response from before a login changes nothing', async (status) => {
  const session = new Session();
  answer.mockImplementation(() => Response.json(ada, { status }));
  const checked = session.check();
  session.setProfile(bob);
  await checked;
  expect(session.getState()).toEqual({ status: 'loggedIn', profile: bob });
  expect(readStored('userData')).toBe(JSON.stringify(bob));
});

test.each([401, 403])('a %d response to a check logs out', async (status) => {
  const session = loggedIn(ada);
  answer.mockImplementation(() => Response.json({}, { status }));
  await checkedLater(session);
  expect(session.getState().status).toBe('loggedOut');
  expect(readStored('userData')).toBeUndefined();
});

test("a failed check without a remembered login shows the visitor's page", async () => {
  writeStored('userData', JSON.stringify(ada));
  const session = new Session();
  answer.mockImplementation(() => {
    throw new Failure('network');
  });
  void session.check();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.getState().status).toBe('loggedOut');
});

test("never mixes another tab's account with the one that this page shows", async () => {
  const session = loggedIn(ada);
  session.onAnother = vi.fn();
  answer.mockImplementation(() => Response.json(bob));
  await checkedLater(session);
  expect(session.onAnother).toHaveBeenCalledTimes(1);
  expect(session.getState().profile).toEqual(ada);
});

test.each([
  ['another account', bob, 1],
  ['the same person', { ...ada, first_name: 'Ada' }, 0],
  ['no account', undefined, 0],
])('another tab remembers %s', (_who, stored, times) => {
  const session = loggedIn(ada);
  session.onAnother = vi.fn();
  if (stored === undefined) removeStored('userData');
  else writeStored('userData', JSON.stringify(stored));
  session.noticeStored();
  expect(session.onAnother).toHaveBeenCalledTimes(times);
});

test('regression: a login that is no longer remembered is checked', async () => {
  const session = loggedIn(ada);
  answer.mockImplementation(() => Response.json({}, { status: 401 }));
  removeStored('userData');
  session.noticeStored();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.getState().status).toBe('loggedOut');
});

test('a login in another tab does not interrupt a visitor', () => {
  const session = new Session();
  session.leave();
  session.onAnother = vi.fn();
  writeStored('userData', JSON.stringify(bob));
  session.noticeStored();
  expect(session.onAnother).not.toHaveBeenCalled();
});

test.each([
  ['a logout', (session: Session) => session.leave(), undefined],
  ['another login', (session: Session) => session.setProfile(bob), bob],
])('regression: an answer about the account that arrives after %s logged in again', async (_what, change, shown) => {
  const session = loggedIn(ada);
  const profile = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => profile.promise);
  const renewed = session.renew();
  change(session);
  session.update({ ...ada, language: 'es' });
  profile.resolve(Response.json(ada));
  await renewed;
  expect(session.getState().profile).toEqual(shown);
  expect(readStored('userData')).toBe(shown && JSON.stringify(shown));
});
