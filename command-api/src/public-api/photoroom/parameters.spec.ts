import { expect, test } from 'vitest';
import { ParameterError } from '../removebg/errors.ts';
import { parsePhotoroom } from './parameters.ts';

const parse = (texts: Record<string, string>) => parsePhotoroom({ texts: new Map(Object.entries(texts)) });

test('without parameters the result is the full-size PNG', () => {
  expect(parse({})).toMatchObject({ quality: 'hd', maxPixels: null, format: 'png', channels: 'rgba', crop: false });
});

test.for([
  [{ size: 'preview' }, { quality: 'preview', maxPixels: 250_000 }],
  [{ size: 'medium' }, { quality: 'hd', maxPixels: 1_500_000 }],
  [{ size: 'hd' }, { quality: 'hd', maxPixels: 4_000_000 }],
  [
    { format: 'jpg', bg_color: '#00ff00' },
    { format: 'jpg', background: { colour: '#00ff00' } },
  ],
  [{ bg_color: 'red' }, { format: 'png', background: { colour: '#ff0000' } }],
  [
    { channels: 'alpha', crop: 'true', despill: 'true', roi: '1 2' },
    { channels: 'alpha', crop: true, roi: null },
  ],
] as const)('%j is understood', ([texts, expected]) => {
  expect(parse(texts)).toMatchObject(expected);
});

test.for([
  { size: '4k' },
  { size: 'auto' },
  { format: 'zip' },
  { channels: 'rgb' },
  { bg_color: 'none of these' },
  { crop: 'bogus' },
])('%j is refused', (texts) => {
  expect(() => parse(texts as unknown as Record<string, string>)).toThrow(ParameterError);
});
