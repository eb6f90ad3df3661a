import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCutout } from './useCutout.ts';

const server = { data: undefined as Blob | undefined, isError: false };
const unreadable = new Set<Blob>();
vi.mock('@tanstack/react-query', () => ({
  keepPreviousData: undefined,
  useQuery: () => ({ ...server, refetch: () => undefined }),
}));

/** React's memory of the one component: its states and the last dependencies of its effect. */
const react = vi.hoisted(() => ({
  states: new Map<number, unknown>(),
  at: 0,
  depended: [] as unknown[],
}));
vi.mock('react', () => ({
  useState: (first: unknown) => {
    const at = react.at++;
    if (!react.states.has(at)) react.states.set(at, first);
    return [react.states.get(at), (next: unknown) => react.states.set(at, next)];
  },
  useEffect: (effect: () => unknown, depends: unknown[]) => {
    if (depends[0] !== react.depended[0]) effect();
    react.depended = depends;
    // Last hook; the next call starts over.
    react.at = 0;
  },
}));

const blobs = new Map<string, Blob>();
beforeEach(() => {
  react.states.clear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = async () => {
        if (unreadable.has(blobs.get(this.src)!)) throw new Error('No picture');
      };
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Shown = () => useCutout('/cut-out');

async function shownOf(data: Blob) {
  server.data = data;
  Shown();
  await new Promise((resolve) => setTimeout(resolve));
  return Shown();
}

test('a picture that failed to decode is forgotten once a better one arrives', async () => {
  const broken = new Blob(['broken']);
  unreadable.add(broken);
  expect(await shownOf(broken)).toMatchObject({ failed: true });
  expect(await shownOf(new Blob(['better']))).toMatchObject({ failed: false, cutout: {} });
});

test('a retried picture has not failed until the retry does', async () => {
  const broken = new Blob(['broken']);
  unreadable.add(broken);
  const { reload } = await shownOf(broken);
  reload();
  expect(Shown().failed).toBe(false);
  const again = new Blob(['broken']);
  unreadable.add(again);
  expect(await shownOf(again)).toMatchObject({ failed: true });
});

test('regression: an undecodable picture leaves nothing in memory', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const broken = new Blob(['broken']);
  unreadable.add(broken);
  await shownOf(broken);
  expect(revoked.mock.calls.map(([url]) => blobs.get(url))).toEqual([broken]);
});
