import { expect, test, vi } from 'vitest';
import { forgetDrafts, readDrafts, writeDrafts, type Draft } from './drafts.ts';

test('regression: edits were never sent where the browser refuses its database, as Firefox does without cookies', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('The operation is insecure', 'SecurityError');
    },
  });
  const draft: Draft = { command: { kind: 'reset', id: 'one' }, drawn: null };
  expect(await readDrafts('p')).toEqual([]);
  await writeDrafts('p', [draft]);
  expect(await readDrafts('p')).toEqual([draft]);
  await forgetDrafts();
  expect(await readDrafts('p')).toEqual([]);
  vi.unstubAllGlobals();
});
