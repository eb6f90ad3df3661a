import { compile, middleware, serialize, stringify } from 'stylis';
import { expect, test } from 'vitest';
import { prefixes } from './prefixes.ts';

const written = (styles: string): string => serialize(compile(styles), middleware([prefixes, stringify]));

test('only properties that current browsers know by another name are written twice', () => {
  expect(written('.a{display:flex;user-select:none}')).toBe(
    '.a{display:flex;-webkit-user-select:none;user-select:none;}',
  );
  expect(written('@media print{.a:hover{hyphens:auto}}')).toBe(
    '@media print{.a:hover{-webkit-hyphens:auto;hyphens:auto;}}',
  );
  expect(written('.a::placeholder{color:red}')).toBe('.a::placeholder{color:red;}');
});
