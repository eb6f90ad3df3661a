import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { inMemory } from '@clearcut/platform/picture-header/source';
import { mayBeTransparent } from '@clearcut/platform/picture-header/transparency';

const of = (channels: 3 | 4): Sharp =>
  sharp({ create: { width: 9, height: 7, channels, background: { r: 200, g: 20, b: 20, alpha: 0.5 } } });

test.for([
  ['PNG with alpha', () => of(4).png(), 'image/png', true],
  ['PNG without', () => of(3).png(), 'image/png', false],
  ['palette with transparent entries', () => of(4).png({ palette: true }), 'image/png', true],
  ['palette without', () => of(3).png({ palette: true }), 'image/png', false],
  ['WEBP with alpha', () => of(4).webp(), 'image/webp', true],
  ['WEBP without', () => of(3).webp(), 'image/webp', false],
  ['lossless WEBP with alpha', () => of(4).webp({ lossless: true }), 'image/webp', true],
  ['lossless WEBP without', () => of(3).webp({ lossless: true }), 'image/webp', false],
  ['JPG', () => of(3).jpeg(), 'image/jpeg', false],
] as const)('may be transparent: %s', async ([, picture, mediaType, expected]) => {
  expect(await mayBeTransparent(inMemory(await picture().toBuffer()), mediaType)).toBe(expected);
});
