import { access, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A folder for each model. In the data folder, since the product's own may be read-only. */
export const installedModels = (dataDir: string): string => path.join(dataDir, 'models');

/** Beside an installed model; without it the worker loads none. */
export const ACCEPTANCE_FILE = 'acceptance.json';

/** Empty where models are installed on another machine. */
export async function namesOfInstalled(dataDir: string): Promise<string[]> {
  const folder = installedModels(dataDir);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))) {
    const isAccepted = await access(path.join(folder, name, ACCEPTANCE_FILE)).then(
      () => true,
      () => false,
    );
    if (isAccepted) names.push(name);
  }
  return names;
}
