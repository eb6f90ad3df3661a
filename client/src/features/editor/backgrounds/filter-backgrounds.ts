import type { StockBackgroundGroup } from '@clearcut/schemas/transaction/stock-backgrounds';

export type Shelf = 'all' | 'recent' | StockBackgroundGroup;

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * A shelf's backgrounds; with a query, all that match every word, on any shelf.
 * @param recent ids, latest first
 */
export function filterBackgrounds<Item extends { readonly id: string; readonly group: StockBackgroundGroup }>(
  items: readonly Item[],
  {
    shelf,
    recent,
    query,
    wordsOf,
  }: {
    readonly shelf: Shelf;
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
  if (shelf === 'all') return items;
  if (shelf === 'recent') return recent.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return items.filter(({ group }) => group === shelf);
}
