/** Compares docs/move.md with the code: parameters, headers and error codes of each dialect. */
import { readFile } from 'node:fs/promises';
import { CatalogueError, type ErrorCode, errorCatalogue } from '@clearcut/schemas/errors';
import { describe, expect, test } from 'vitest';
import type { FieldFile } from './body/fields.ts';
import { parsePhotoroom } from './photoroom/parameters.ts';
import { parseParameters as parseRembg } from './rembg/parameters.ts';
import { removeBgErrors } from './removebg/errors.ts';
import { parseParameters as parseRemoveBg } from './removebg/parameters.ts';
import { FIELDS } from './removebg/sources.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const page = await read('../../../docs/move.md');
const sectionOf = (title: string): string => page.split(/^## /m).find((part) => part.startsWith(title)) ?? '';

function namesIn(title: string, head: string, column: 'first' | 'all' = 'first'): string[] {
  const lines = sectionOf(title).split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${head}`));
  const rows = lines.slice(from + 2);
  const table = rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith('|')),
  );
  const cells = table.map((row) => (column === 'first' ? (row.split('|')[1] ?? '') : row));
  return [...cells.join(' ').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
}

class RecordingMap extends Map<string, string> {
  readonly names = new Set<string>();

  override get(name: string): string | undefined {
    this.names.add(name);
    return super.get(name);
  }
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe('remove.bg', () => {
  test('the page lists every parameter that is read, and no other except ignored ones', () => {
    const texts = new RecordingMap([['add_shadow', 'true']]);
    const files = new Map<string, FieldFile>();
    parseRemoveBg({ texts, files });
    const known = [...texts.names, ...FIELDS.files, ...FIELDS.base64, 'image_url', 'type'];
    expect(sorted(namesIn('From remove.bg', 'parameter'))).toEqual(sorted(known));
  });

  test('the page lists every header that is set', async () => {
    const set = [...(await read('removebg/answer.ts')).matchAll(/'(x-[a-z-]+|idempotent-replayed)'/g)];
    const known = set
      .map(([, name = '']) => name)
      .concat('x-credits-charged', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset');
    expect(sorted(namesIn('From remove.bg', 'header').map((name) => name.toLowerCase()))).toEqual(sorted(known));
  });

  test('the page lists every error code', async () => {
    const sources = await Promise.all(['lengths', 'parameters', 'sources'].map((name) => read(`removebg/${name}.ts`)));
    const thrown = [...sources.join('\n').matchAll(/'((?:invalid|multiple|missing|roi|failed)_\w+)'/g)].map(
      ([, code = '']) => code,
    );
    const flags = [...sources.join('\n').matchAll(/flag\('(\w+)'\)/g)].map(([, name]) => `invalid_${name}`);
    const choices = ['invalid_format', 'invalid_channels'];
    const mapped = (Object.keys(errorCatalogue) as ErrorCode[]).flatMap((code) => {
      const { body } = removeBgErrors(new CatalogueError(code), 'id');
      const [error] = (body as { errors: { code: string }[] }).errors;
      return error === undefined || error.code === code ? [] : [error.code];
    });
    const named = namesIn('From remove.bg', 'status', 'all').filter((name) => !/^\d+$/.test(name));
    expect(sorted(named)).toEqual(sorted([...thrown, ...flags, ...choices, ...mapped, 'file_too_large']));
  });
});

test('rembg: the page lists every parameter that is read, and the response those without effect', () => {
  const names = new Set<string>();
  parseRembg((name) => void names.add(name));
  expect(sorted(namesIn('From rembg', 'parameter'))).toEqual(sorted(names));
  const { ignored } = parseRembg((name) => (['om', 'ppm', 'bgc', 'extras', 'model'].includes(name) ? undefined : '1'));
  expect(sorted(ignored)).toEqual(['a', 'ab', 'ae', 'af', 'dc', 'vm']);
});

test("Photoroom's parameters on the page are those that change something", () => {
  const listed = namesIn('From Photoroom', 'parameter').filter((name) => !name.startsWith('image_file'));
  const values: Record<string, string> = {
    size: 'preview',
    format: 'webp',
    channels: 'alpha',
    bg_color: 'red',
    crop: 'true',
  };
  const plain = parsePhotoroom({ texts: new Map() });
  for (const name of listed) {
    expect(parsePhotoroom({ texts: new Map([[name, values[name] ?? '']]) }), name).not.toEqual(plain);
  }
  for (const name of ['despill', 'roi', 'scale', 'position', 'add_shadow', 'crop_margin', 'bg_image_url']) {
    expect(parsePhotoroom({ texts: new Map([[name, 'true']]) }), name).toEqual(plain);
  }
});
