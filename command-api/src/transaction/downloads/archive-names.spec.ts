import { expect, test } from 'vitest';
import { uniqueNames } from './archive-names.ts';

const named = (...names: string[]): string[] => {
  const nameOf = uniqueNames();
  return names.map(nameOf);
};

test('equal names are numbered, even if one looks like another’s number', () => {
  expect(named('a.png', 'a.png', 'a (2).png', 'A.PNG', 'b')).toEqual([
    'a.png',
    'a (2).png',
    'a (2) (2).png',
    'A (3).PNG',
    'b',
  ]);
});

test('the table of contents keeps its name', () => {
  expect(named('manifest.json', 'MANIFEST.json')).toEqual(['manifest (2).json', 'MANIFEST (3).json']);
});

test.for([
  ['x'.repeat(248) + '-cutout.png'],
  ['漢'.repeat(90) + '.png'],
  ['👩‍👩‍👧‍👦'.repeat(40) + '.png'],
  ['e\u0301'.repeat(200) + '.png'],
  ['a.' + 'b'.repeat(300)],
])('%s is truncated to what file systems accept, between two letters, and keeps its extension', ([given = '']) => {
  for (const [n, name] of named(...Array.from({ length: 12 }, () => given)).entries()) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(name)).toBeGreaterThan(220);
    if (given.endsWith('.png')) expect(name).toMatch(n === 0 ? /[^)]\.png$/ : new RegExp(` \\(${n + 1}\\)\\.png$`));
    expect(given.startsWith(name.replace(/( \(\d+\))?(\.png)?$/, ''))).toBe(true);
    expect(name).not.toMatch(/\u200d( |\.)|e( |\.)|\ufffd/);
  }
});

test('an accent written in two ways is one name', () => {
  expect(named('\u00e9.png', 'e\u0301.png')).toEqual(['\u00e9.png', 'e\u0301 (2).png']);
});

test.for([
  ['../../etc/passwd', '__.._etc_passwd'],
  ['C:\\x.png', 'C__x.png'],
  ['..', '_'],
  ['.hidden.png', '_hidden.png'],
  ['what?.png', 'what_.png'],
])('%s stays within its folder, as %s', ([given = '', safe]) => {
  expect(named(given)).toEqual([safe]);
});
