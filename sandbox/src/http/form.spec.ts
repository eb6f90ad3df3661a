import { afterEach, expect, test } from 'vitest';
import { parseForm } from './form.ts';
import { expanded } from '../objects/lookup.ts';

afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]));

test('parameters named like a prototype are ordinary names', () => {
  parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('expand fields named like a prototype are ordinary fields', () => {
  expanded(undefined, {}, ['__proto__.polluted', 'constructor.prototype.polluted']);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('limits nesting and number', () => {
  expect(() => parseForm(`a${'[b]'.repeat(9)}=1`)).toThrow(/nesting/);
  expect(() => parseForm('a=1&'.repeat(501))).toThrow(/Too many/);
});

test('reads lists and objects', () => {
  expect(parseForm('a[0]=x&a[1]=y&b[c]=z')).toEqual({ a: ['x', 'y'], b: { c: 'z' } });
});
