import type { StockBackgroundGroup } from '@clearcut/schemas/transaction/stock-backgrounds';

export type BackgroundCategory = 'all' | 'recent' | StockBackgroundGroup;

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * A category's backgrounds; with a query, all that match every word, on any category.
 * @param recent ids, latest first
 */
export function filterBackgrounds<Item extends { readonly id: string; readonly group: StockBackgroundGroup }>(
  items: readonly Item[],
  {
    category,
    recent,
    query,
    wordsOf,
  }: {
    readonly category: BackgroundCategory;
    readonly recent: readonly string[];
    readonly query: string;
    readonly wordsOf: (item: Item) => string;
  },
): readonly Item[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length > 0) {
    return items.filter((item) => {
      const words = plain(wordsOf(item));
      return wanted.every((word) => words.includes(word));
    });
  }
  if (category === 'all') return items;
  if (category === 'recent') return recent.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return items.filter(({ group }) => group === category);
}
