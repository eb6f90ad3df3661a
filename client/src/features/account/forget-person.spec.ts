import type { Profile } from '@clearcut/schemas/identity/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withoutDatabase } from '../../lib/storage/testing/private-window.ts';
import { readStored, writeStored, type StoredKey } from '../../lib/storage/storage.ts';
import { authModal } from '../auth/modal/auth-modal.ts';
import { session } from '../auth/session/session.ts';
import { gallery } from '../editor/picture/gallery.ts';
import { forgetPerson } from './forget-person.ts';
import { pictureView } from '../pictures/uploads/transaction/testing/picture-view.ts';

const failed = pictureView('a', {
  status: 'UPLOAD_ERROR',
  pipeline: { original: { id: 'original' } },
  error: { errorCode: 'subject_not_found', message: '' },
});

const keys = ['userData', 'last-transaction', 'editor-images', 'editor-selected'] as const satisfies StoredKey[];
const left = () => keys.filter((key) => readStored(key) !== undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => Response.json({ transactions: [failed], total: 1 }));
  withoutDatabase();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a logout leaves no trace of the user once the pages are left', async () => {
  session.setProfile({ pk: 'somebody' } as Profile);
  await gallery.open('somebody', undefined);
  for (const key of keys) writeStored(key, 'a');
  expect(gallery.getState().entries).toHaveLength(1);

  forgetPerson();
  expect(session.getState().status).toBe('loggedOut');
  expect(left()).toEqual(['last-transaction', 'editor-images', 'editor-selected']);
  await vi.advanceTimersByTimeAsync(200);
  await vi.dynamicImportSettled();
  expect(left()).toEqual([]);
  // An open editor waits for no list, since none is requested.
  expect(gallery.getState()).toMatchObject({ stage: 'ready', entries: [], selectedId: undefined });
});

test('a logout closes the change-password dialog', () => {
  session.setProfile({ pk: 'somebody' } as Profile);
  authModal.open('changePassword');
  forgetPerson();
  expect(authModal.getState().isOpen).toBe(false);
});
