import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether there is any model beside the product's own. What begins with a dot is none. */
export async function hasInstalledModel(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'models')).catch(() => []);
  return names.some((name) => !name.startsWith('.'));
}
