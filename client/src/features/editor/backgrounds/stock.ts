import {
  STOCK_BACKGROUNDS,
  type StockBackgroundGroup,
  type StockBackgroundId,
} from '@clearcut/schemas/transaction/stock-backgrounds';

const previews = import.meta.glob<string>('@scene-backgrounds/*-preview.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'-preview.webp'.length);
const urls = new Map(Object.entries(previews).map(([path, url]) => [idOf(path), url]));

/** Preview address; undefined for an unknown id. */
export const stockPreviewUrl = (id: string): string | undefined => urls.get(id);

export interface StockBackground {
  readonly id: StockBackgroundId;
  readonly group: StockBackgroundGroup;
  readonly url: string;
}

/** Those with pictures, in picker order. */
export const stockBackgrounds: readonly StockBackground[] = STOCK_BACKGROUNDS.flatMap(({ id, group }) => {
  const url = urls.get(id);
  return url === undefined ? [] : [{ id, group, url }];
});
