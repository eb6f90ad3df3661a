import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALL_BACKGROUNDS, STOCK_BACKGROUNDS } from '@clearcut/schemas/transaction/stock-backgrounds';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const folder = new URL('../backgrounds/', import.meta.url);
const fileOf = (name: string) => fileURLToPath(new URL(name, folder));
const ids = ALL_BACKGROUNDS;
const SCENES = new Set<string>(['rooms', 'streets', 'nature', 'tables']);
const FULL = { format: 'webp', width: 2560, height: 1707 };
const PREVIEW = { format: 'webp', width: 768, height: 512 };
const MEBIBYTE = 1024 * 1024;

const bytesOf = (suffix: string) => ids.reduce((sum, id) => sum + statSync(fileOf(`${id}${suffix}.webp`)).size, 0);

test('offers fifty, each name once and groups together; more than twenty are scenes', () => {
  expect(STOCK_BACKGROUNDS).toHaveLength(50);
  expect(new Set(ids).size).toBe(ids.length);
  expect(STOCK_BACKGROUNDS.filter(({ group }) => SCENES.has(group)).length).toBeGreaterThanOrEqual(20);
  const groups = STOCK_BACKGROUNDS.map(({ group }) => group);
  const starts = groups.filter((group, i) => group !== groups[i - 1]);
  expect(starts).toEqual([...new Set(groups)]);
});

test('each has a picture and a preview, and there are no other files', () => {
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.webp'));
  expect(pictures.toSorted()).toEqual(ids.flatMap((id) => [`${id}.webp`, `${id}-preview.webp`]).toSorted());
});

test.each(ids)('%s has the right size, as picture and as preview', async (id) => {
  expect(await sharp(fileOf(`${id}.webp`)).metadata()).toMatchObject(FULL);
  expect(await sharp(fileOf(`${id}-preview.webp`)).metadata()).toMatchObject(PREVIEW);
});

test('all are small enough to ship with the product', () => {
  expect(bytesOf('')).toBeLessThan(12 * MEBIBYTE);
  expect(bytesOf('-preview')).toBeLessThan(2 * MEBIBYTE);
});
