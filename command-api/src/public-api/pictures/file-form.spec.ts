import { fileQuerySchema } from '@clearcut/schemas/public-api/pictures';
import { expect, test } from 'vitest';
import { formOf } from './file-form.ts';

const form = (query: Record<string, string>) => formOf(fileQuerySchema.parse(query));

test('options without a layout have none', () => {
  expect(form({ format: 'webp', crop: 'subject', margin: '5' })).toEqual({
    query: { format: 'webp', crop: 'subject', margin: 5, background: undefined },
    layout: null,
  });
});

test.for([
  ['red', '#ff0000'],
  ['#81d4fa', '#81d4fa'],
  ['81D4FA', '#81d4fa'],
  ['#fff', '#ffffff'],
] as const)('the background %s is %s', ([background, expected]) => {
  expect(form({ background }).query.background).toBe(expected);
});

test.for([
  [
    { channels: 'alpha', format: 'jpg', background: 'red' },
    { channels: 'alpha', scale: null },
  ],
  [{ scale: '50' }, { channels: 'rgba', scale: 50, position: { x: 50, y: 50 } }],
  [{ position: '0,100' }, { position: { x: 0, y: 100 } }],
  [{ position: 'center' }, { position: { x: 50, y: 50 } }],
  [{ background: '#ff000080' }, { backgroundOpacity: 128 / 255 }],
] as const)('%j is laid out', ([query, layout]) => {
  expect(form(query as Record<string, string>).layout).toMatchObject(layout);
});

test('regression: a laid out picture has the margin of a plain one', () => {
  const { query, layout } = form({ channels: 'alpha', crop: 'subject', margin: '7' });
  expect([query.margin, layout?.margins.top.value]).toEqual([7, 0]);
});

test('a matte is a PNG without a background', () => {
  expect(form({ channels: 'alpha', format: 'jpg', background: 'red' }).query).toMatchObject({
    format: 'png',
    background: undefined,
  });
});

test.for([
  { scale: '9' },
  { scale: '101' },
  { position: '1' },
  { position: '0,101' },
  { position: 'left' },
  { channels: 'rgb' },
  { background: 'no colour' },
])('refuses %j', (query) => {
  expect(() => form(query as unknown as Record<string, string>)).toThrow();
});
