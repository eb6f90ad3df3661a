import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * With its parents. For folders that a user named: Node's own `recursive` repeats forever where the system denies a
 * folder by ENOENT, as /proc does.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const parent = dirname(folder);
  const isMissing = await access(parent).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (parent !== folder && isMissing) await makeFolder(parent, mode);
  await mkdir(folder, mode).catch(async (error: unknown) => {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  });
}
