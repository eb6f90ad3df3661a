import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';

const read = (name: string): unknown => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));

test('no package may run a script when it is installed, on any platform', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { readonly hasInstallScript?: boolean }>;
  };
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const withScripts = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript === true)
    .map(([path]) => path.split('node_modules/').at(-1) ?? path);
  expect(withScripts.filter((name) => allowScripts[name] !== false)).toEqual([]);
});
