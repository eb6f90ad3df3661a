import { expect, test } from 'vitest';
import { FieldError } from './errors.ts';
import type { FieldFile } from '../body/fields.ts';
import { parseParameters, pictureOf } from './parameters.ts';

const parse = (given: Record<string, string>) => parseParameters((name) => given[name]);

function refused(given: Record<string, string>): string {
  try {
    parse(given);
    return 'taken';
  } catch (error) {
    return error instanceof FieldError ? `${error.problem.loc.join('.')} ${error.problem.type}` : String(error);
  }
}

test('without parameters the result is the transparent cut-out', () => {
  expect(parse({})).toEqual({
    isMatteAlone: false,
    isHard: false,
    background: null,
    subject: { kind: 'auto' },
    model: null,
    ignored: [],
  });
});

test('colours have three or four numbers', () => {
  expect(parse({ bgc: '255, 0,16,255' }).background).toEqual({ colour: '#ff0010', opacity: 1 });
  expect(parse({ bgc: '(1,2,3)' }).background).toEqual({ colour: '#010203', opacity: 1 });
  expect(parse({ bgc: '0,0,0,0' }).background).toEqual({ colour: '#000000', opacity: 0 });
  for (const bgc of ['red', '1,2', '1,2,3,4,5', '256,0,0,0', '-1,0,0', ',,,', '1,2,']) {
    expect(refused({ bgc }), bgc).toBe('query.bgc value_error');
  }
});

test('checks flags and numbers, even those without an effect', () => {
  expect(parse({ om: 'true', a: '1', ppm: 'no', af: '240', ab: '10', ae: '0', extras: '{', model: 'u2net' })).toEqual({
    isMatteAlone: true,
    isHard: false,
    background: null,
    subject: { kind: 'auto' },
    model: 'u2net',
    ignored: ['a', 'af', 'ab', 'ae'],
  });
  expect(refused({ om: 'perhaps' })).toBe('query.om bool_parsing');
  expect(refused({ a: '2' })).toBe('query.a bool_parsing');
  expect(refused({ af: '256' })).toBe('query.af less_than_equal');
  expect(refused({ ab: '-1' })).toBe('query.ab greater_than_equal');
  expect(refused({ ae: 'ten' })).toBe('query.ae int_parsing');
});

const subject = (...prompts: object[]) => parse({ extras: JSON.stringify({ sam_prompt: prompts }) }).subject;

test('a prompt for SAM is a box or a point', () => {
  expect(subject({ type: 'point', data: [10.4, 20.9], label: 1 })).toEqual({ kind: 'point', x: 10, y: 20 });
  expect(subject({ type: 'point', data: [1, 1], label: 0 }, { type: 'point', data: [5, 6] })).toEqual({
    kind: 'point',
    x: 5,
    y: 6,
  });
  expect(subject({ type: 'point', data: [1, 2] }, { type: 'rectangle', data: [10, 20, 110, 220], label: 2 })).toEqual({
    kind: 'box',
    x: 10,
    y: 20,
    width: 100,
    height: 200,
  });
  for (const prompt of [
    { type: 'point', data: [1] },
    { type: 'circle' },
    { type: 'rectangle', data: [5, 5, 5, 9] },
    { type: 'point', data: [-1, 2] },
  ]) {
    expect(refused({ extras: JSON.stringify({ sam_prompt: [prompt] }) })).toBe('query.extras value_error');
  }
});

test('regression: two pictures in one request are refused, since one of them would be lost', () => {
  const files = new Map([['file', { name: 'a.jpg' } as FieldFile]]);
  expect(pictureOf({ files, repeated: new Set() }).name).toBe('a.jpg');
  expect(() => pictureOf({ files, repeated: new Set(['file']) })).toThrow(FieldError);
});
