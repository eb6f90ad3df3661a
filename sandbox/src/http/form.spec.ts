import { afterEach, expect, test } from 'vitest';
import { parseForm } from './form.ts';
import { expanded } from '../objects/lookup.ts';

afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]));

test('names of parameters that mean a prototype are names', () => {
  parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('fields to expand that mean a prototype are fields', () => {
  expanded(undefined, {}, ['__proto__.polluted', 'constructor.prototype.polluted']);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('nesting and number are bounded', () => {
  expect(() => parseForm(`a${'[b]'.repeat(9)}=1`)).toThrow(/nesting/);
  expect(() => parseForm('a=1&'.repeat(501))).toThrow(/Too many/);
});

test('lists and objects', () => {
  expect(parseForm('a[0]=x&a[1]=y&b[c]=z')).toEqual({ a: ['x', 'y'], b: { c: 'z' } });
});
