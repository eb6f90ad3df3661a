import { expect, test } from 'vitest';
import type { FieldFile } from '../body/fields.ts';
import { ParameterError } from './errors.ts';
import { parseParameters } from './parameters.ts';

const parse = (texts: Record<string, string>, files: string[] = []) =>
  parseParameters({
    texts: new Map(Object.entries(texts)),
    files: new Map(files.map((name) => [name, {} as FieldFile])),
  });

test('without parameters the result is a free preview in the original frame', () => {
  expect(parse({})).toMatchObject({
    quality: 'preview',
    maxPixels: 250_000,
    format: 'auto',
    channels: 'rgba',
    roi: null,
    crop: false,
    scale: null,
    position: null,
    background: null,
    shadow: null,
    tellsType: true,
  });
});

test('common spellings of unset count as unset, and unknown parameters are ignored', () => {
  const texts = { size: '', position: 'undefined', crop: 'false', add_shadow: '0', roi: 'null', sparkle: '7' };
  expect(parse(texts)).toEqual(parse({}));
});

test.for([
  [{ size: 'medium' }, { quality: 'hd', maxPixels: 1_500_000 }],
  [{ size: '50MP' }, { quality: 'hd', maxPixels: null }],
  [{ size: 'auto' }, { quality: 'auto' }],
  [{ bg_color: '81d4fa' }, { background: { colour: '#81d4fa', opacity: 1 } }],
  [{ bg_color: '#0f08' }, { background: { colour: '#00ff00', opacity: 0x88 / 255 } }],
  [{ bg_color: 'RebeccaPurple' }, { background: { colour: '#663399', opacity: 1 } }],
  [{ scale: '80%' }, { scale: 80, position: { x: 50, y: 50 } }],
  [
    { scale: '80%', position: 'original' },
    { scale: 80, position: null },
  ],
  [{ position: '10% 90%' }, { position: { x: 10, y: 90 } }],
  [
    { crop: 'true', crop_margin: '5% 30px' },
    { margins: { top: { value: 5, unit: '%' }, left: { value: 30, unit: 'px' } } },
  ],
  [
    { roi: '10% 0 50% 200px' },
    { roi: [{ value: 10, unit: '%' }, { value: 0 }, { value: 50 }, { value: 200, unit: 'px' }] },
  ],
  [{ type_level: 'none' }, { tellsType: false }],
  [{ add_shadow: 'true', shadow_opacity: '20' }, { shadow: { kind: 'ground', opacity: 0.2 } }],
] as const)('understands %j', ([texts, expected]) => {
  expect(parse(texts)).toMatchObject(expected);
});

test.for([
  [{ size: 'large' }, 'invalid_size'],
  [{ format: 'gif' }, 'invalid_format'],
  [{ channels: 'rgb' }, 'invalid_channels'],
  [{ roi: '1 2 3' }, 'invalid_roi'],
  [{ crop_margin: '51%' }, 'invalid_crop_margin'],
  [{ crop_margin: '501px' }, 'invalid_crop_margin'],
  [{ crop_margin: '1px 2px 3px' }, 'invalid_crop_margin'],
  [{ scale: '9%' }, 'invalid_scale'],
  [{ scale: '50' }, 'invalid_scale'],
  [{ position: '10px' }, 'invalid_position'],
  [{ bg_color: 'constructor' }, 'invalid_bg_color'],
  [{ bg_color: 'red', bg_image_url: 'https://a.example/b.jpg' }, 'multiple_bg_sources'],
  [{ shadow_opacity: '101', add_shadow: '1' }, 'invalid_shadow_opacity'],
] as const)('%j is refused with %s', ([texts, code]) => {
  expect(() => parse(texts)).toThrow(ParameterError);
  expect(() => parse(texts)).toThrow(expect.objectContaining({ parameterCode: code }));
});

test.for(['0x10', '1e1', '+10', '-0', '%', '10%%', '1%0', '.5'])('regression: refuses %j as an opacity', (text) => {
  const wanted = expect.objectContaining({ parameterCode: 'invalid_shadow_opacity' });
  expect(() => parse({ add_shadow: 'true', shadow_opacity: text })).toThrow(wanted);
});

test.for(['__proto__', 'constructor', 'toString', 'valueOf'])('refuses an unknown size %s', (size) => {
  const fields = { texts: new Map([['size', size]]), files: new Map() };
  expect(() => parseParameters(fields)).toThrow(expect.objectContaining({ parameterCode: 'invalid_size' }));
});
