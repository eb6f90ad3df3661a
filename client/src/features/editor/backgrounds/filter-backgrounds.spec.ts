import { expect, test } from 'vitest';
import { writeStored } from '../../../lib/storage/storage.ts';
import { filterBackgrounds, type BackgroundCategory } from './filter-backgrounds.ts';
import { recentBackgrounds, rememberBackground } from './recent-backgrounds.ts';

const NAMES = { 'table-cafe': 'Wooden table in a café', 'table-oak': 'Oak table', beach: 'Sandy beach' } as const;
const items = [
  { id: 'table-oak', group: 'tables' },
  { id: 'table-cafe', group: 'tables' },
  { id: 'beach', group: 'nature' },
] as const;

const idsOf = (category: BackgroundCategory, query = '', recent: readonly string[] = []) =>
  filterBackgrounds(items, { category, query, recent, wordsOf: ({ id, group }) => `${NAMES[id]} ${group}` }).map(
    ({ id }) => id,
  );

test('a search finds names and groups in any case, word order or accentuation', () => {
  expect(idsOf('all', 'CAFE table')).toEqual(['table-cafe']);
  expect(idsOf('all', ' nature')).toEqual(['beach']);
  expect(idsOf('nature', 'table')).toEqual(['table-oak', 'table-cafe']);
  expect(idsOf('all', 'table beach')).toEqual([]);
});

test('a group lists its backgrounds; recent ones are listed newest first', () => {
  expect(idsOf('nature')).toEqual(['beach']);
  expect(idsOf('all')).toHaveLength(3);
  expect(idsOf('recent', '', ['beach', 'gone', 'table-oak'])).toEqual(['beach', 'table-oak']);
});

test('the last eight choices are remembered once each; unknown entries are ignored', () => {
  const ids = [
    'studio-white',
    'studio-grey',
    'studio-sand',
    'studio-blue',
    'beach',
    'meadow',
    'room-living',
    'table-oak',
  ];
  for (const id of [...ids, 'terrazzo', 'beach']) rememberBackground(id);
  expect(recentBackgrounds().slice(0, 3)).toEqual(['beach', 'terrazzo', 'table-oak']);
  expect(recentBackgrounds()).toHaveLength(8);
  writeStored('recent-backgrounds', '{"no": "list"}');
  expect(recentBackgrounds()).toEqual([]);
});
