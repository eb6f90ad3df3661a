import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { refusedLicences } from './licences.ts';

const refused = (name: string, license?: unknown) =>
  refusedLicences({ packages: { [`node_modules/${name}`]: { license } } }).map(({ name: found }) => found);

test.for(['GPL-3.0-only', 'AGPL-3.0', 'SSPL-1.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE', 'LGPL-3.0-or-later'])(
  'a package under %s is refused by its name',
  (licence) => {
    expect(refused('left-pad', licence)).toEqual(['left-pad']);
    expect(refused('@scope/left-pad', licence)).toEqual(['@scope/left-pad']);
  },
);

test('a package that states no licence is refused', () => {
  expect(refused('left-pad')).toEqual(['left-pad']);
  expect(refused('left-pad', '')).toEqual(['left-pad']);
});

test.for(['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', '0BSD', 'BlueOak-1.0.0', '(MPL-2.0 OR Apache-2.0)'])(
  'a package under %s is permitted',
  (licence) => {
    expect(refused('left-pad', licence)).toEqual([]);
  },
);

test('one licence of alternatives is enough; each of a conjunction counts', () => {
  expect(refused('left-pad', 'GPL-2.0 OR MIT')).toEqual([]);
  expect(refused('left-pad', '(BSD-3-Clause AND Apache-2.0)')).toEqual([]);
  expect(refused('left-pad', 'MIT AND GPL-2.0')).toEqual(['left-pad']);
  expect(refused('left-pad', '(MIT AND GPL-2.0) OR (ISC AND GPL-3.0)')).toEqual(['left-pad']);
});

test('an exception applies to its packages only', () => {
  expect(refused('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toEqual([]);
  expect(refused('@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later')).toEqual([]);
  expect(refused('lightningcss-linux-x64-gnu', 'MPL-2.0')).toEqual([]);
  expect(refused('left-pad', 'MPL-2.0')).toEqual(['left-pad']);
  expect(refused('@img/sharp-linux-x64', 'GPL-3.0-only')).toEqual(['@img/sharp-linux-x64']);
});

test('a copy inside another package counts, the project and its workspaces do not', () => {
  const packages = {
    '': { license: 'Apache-2.0' },
    client: {},
    'node_modules/@clearcut/client': { link: true },
    'node_modules/a/node_modules/b': { license: 'GPL-3.0-only' },
  };
  expect(refusedLicences({ packages })).toEqual([{ name: 'b', licence: 'GPL-3.0-only' }]);
});

test('regression: the package for Python came without its licence', async () => {
  const [own, ours] = await Promise.all(
    ['clients/python/LICENSE', 'LICENSE'].map((path) => readFile(join(projectRoot, path), 'utf8')),
  );
  expect(own).toBe(ours);
});
