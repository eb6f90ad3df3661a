import { expect, test, vi } from 'vitest';
import { useArchive, type ArchiveState } from './useArchive.ts';

const shown = vi.hoisted((): ArchiveState[] => []);
vi.mock('react', () => ({
  useState: (first: unknown) => [first, (next: ArchiveState) => shown.push(next)],
  useRef: (current: unknown) => ({ current }),
  useEffect: () => undefined,
}));
vi.mock('../../../lib/save-file.ts', () => ({ saveFile: () => undefined }));
vi.mock('./archive.ts', () => ({
  ArchiveCorrupt: class extends Error {},
  fetchArchive: async () => {
    const items = [
      { id: 'unsaid', outcome: 'included' },
      { id: 'now', outcome: 'included', isCurrent: true },
      { id: 'before', outcome: 'included', isCurrent: false },
    ];
    return { file: new Blob(), manifest: { quality: 'high', items } };
  },
}));

test('regression: a picture is not called outdated when an older server does not say whether it is current', async () => {
  const pictures = ['unsaid', 'now', 'before'].map((id) => ({ id, name: `${id}.png` }));
  useArchive().start('high', pictures);
  await vi.waitUntil(() => shown.at(-1)?.stage === 'done');
  expect(shown.at(-1)).toMatchObject({ included: 3, earlier: ['before.png'] });
});
