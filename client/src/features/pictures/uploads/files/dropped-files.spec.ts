import { afterEach, expect, test, vi } from 'vitest';
import * as toasts from '../../../../ui/toasts/show-toast.ts';
import { filesOfEntries } from './dropped-files.ts';

const toast = vi.spyOn(toasts, 'showToast').mockReturnValue();
afterEach(() => void toast.mockClear());

const file = (name: string, isReadable = true) => ({
  isDirectory: false,
  file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
    isReadable ? resolve(new File(['a'], name)) : reject(new DOMException('Gone', 'NotFoundError')),
});

/** As a browser shows a dropped folder: in portions, the last of them empty. */
const folder = (...entries: object[]) => {
  const portions = [entries, []];
  return {
    isDirectory: true,
    createReader: () => ({ readEntries: (resolve: (e: object[]) => void) => resolve(portions.shift() ?? []) }),
  };
};

const namesIn = async (...entries: object[]) =>
  (await filesOfEntries(entries as unknown as FileSystemEntry[])).map(({ name }) => name);

test('finds the files of folders within folders', async () => {
  expect(await namesIn(folder(file('a.png'), folder(file('b.png'))), file('c.png'))).toEqual([
    'a.png',
    'b.png',
    'c.png',
  ]);
  expect(toast).not.toHaveBeenCalled();
});

test('regression: one unreadable file in a folder lost all others', async () => {
  expect(await namesIn(folder(file('a.png'), folder(file('dead-link.png', false), file('b.png'))))).toEqual([
    'a.png',
    'b.png',
  ]);
});

test.each([
  ['empty', folder()],
  ['with clutter only', folder(file('.DS_Store'), file('Thumbs.db'))],
  ['with nothing readable', folder(file('a.png', false))],
])('regression: a dropped folder was ignored in silence: %s', async (_, dropped) => {
  expect(await namesIn(dropped)).toEqual([]);
  expect(toast).toHaveBeenCalledOnce();
});
