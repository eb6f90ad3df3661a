/** The checked part of `package-lock.json`: packages by install path. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly license?: unknown; readonly link?: boolean }>>;
}

/** Licences permitted for any package, as SPDX identifiers. CONTRIBUTING.md repeats the list. */
const PERMITTED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
]);

/** Exceptions with reasons: `licence` is also permitted, for these packages only. */
const BY_NAME: readonly { readonly name: RegExp; readonly licence: string; readonly reason: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a shared library that sharp loads and that can be replaced',
  },
  { name: /^@fontsource-variable\//, licence: 'OFL-1.1', reason: 'typefaces, shipped as they are' },
  { name: /^(axe-core|@axe-core\/playwright)$/, licence: 'MPL-2.0', reason: 'runs in tests only' },
  { name: /^lightningcss(-.+)?$/, licence: 'MPL-2.0', reason: 'runs in the build only' },
  {
    name: /^(combined-stream|delayed-stream|form-data)$/,
    licence: '',
    reason:
      'old versions, which tests alone use; each has the MIT text in its License file and says nothing in its manifest',
  },
  { name: /^css-mediaquery$/, licence: 'BSD', reason: 'its LICENSE file is the BSD-3-Clause text' },
];

export interface Refusal {
  readonly name: string;
  /** As stated by the package; empty when it states none. */
  readonly licence: string;
}

/** In the order of the lockfile. */
export function refusedLicences({ packages }: Lockfile): readonly Refusal[] {
  return Object.entries(packages).flatMap(([path, { license, link }]) => {
    // The lockfile also lists the project and its workspaces.
    if (link === true || !path.includes('node_modules/')) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = typeof license === 'string' ? license : '';
    const extra = BY_NAME.filter((exception) => exception.name.test(name)).map((exception) => exception.licence);
    return isPermitted(licence, new Set([...PERMITTED, ...extra])) ? [] : [{ name, licence }];
  });
}

/**
 * Evaluates an SPDX expression: of alternatives one must be permitted, of a conjunction each. Refuses nested
 * expressions, which no package has needed.
 */
function isPermitted(expression: string, permitted: ReadonlySet<string>): boolean {
  const bare = expression.replace(/^\(([^()]*)\)$/, '$1');
  const alternatives = bare.split(' OR ');
  if (alternatives.length > 1) return alternatives.some((licence) => permitted.has(licence));
  return bare.split(' AND ').every((licence) => permitted.has(licence));
}
