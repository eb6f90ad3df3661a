/**
 * In the picker's order, by group. Events and texts refer to these names: never rename them. Files are in
 * `scene/backgrounds/`.
 */
export const STOCK_BACKGROUNDS = [
  { id: 'studio-white', group: 'studio' },
  { id: 'studio-grey', group: 'studio' },
  { id: 'studio-charcoal', group: 'studio' },
  { id: 'studio-sand', group: 'studio' },
  { id: 'studio-blush', group: 'studio' },
  { id: 'studio-sage', group: 'studio' },
  { id: 'studio-blue', group: 'studio' },
  { id: 'window-light', group: 'rooms' },
  { id: 'leaf-shadow', group: 'rooms' },
  { id: 'room-living', group: 'rooms' },
  { id: 'room-kitchen', group: 'rooms' },
  { id: 'room-office', group: 'rooms' },
  { id: 'street-day', group: 'streets' },
  { id: 'street-night', group: 'streets' },
  { id: 'sky-clear', group: 'nature' },
  { id: 'sky-sunset', group: 'nature' },
  { id: 'sea-horizon', group: 'nature' },
  { id: 'forest-haze', group: 'nature' },
  { id: 'mountains-haze', group: 'nature' },
  { id: 'meadow', group: 'nature' },
  { id: 'beach', group: 'nature' },
  { id: 'table-oak', group: 'tables' },
  { id: 'table-marble', group: 'tables' },
  { id: 'podium-cream', group: 'tables' },
  { id: 'arch-terracotta', group: 'tables' },
  { id: 'table-cafe', group: 'tables' },
  { id: 'table-garden', group: 'tables' },
  { id: 'table-shop', group: 'tables' },
  { id: 'gradient-dawn', group: 'gradient' },
  { id: 'gradient-peach', group: 'gradient' },
  { id: 'gradient-midnight', group: 'gradient' },
  { id: 'bokeh-gold', group: 'bokeh' },
  { id: 'bokeh-city', group: 'bokeh' },
  { id: 'bokeh-garden', group: 'bokeh' },
  { id: 'wood-oak-light', group: 'wood' },
  { id: 'wood-walnut', group: 'wood' },
  { id: 'wood-pine', group: 'wood' },
  { id: 'wood-planks-white', group: 'wood' },
  { id: 'wood-planks-grey', group: 'wood' },
  { id: 'marble-white', group: 'stone' },
  { id: 'marble-black', group: 'stone' },
  { id: 'marble-green', group: 'stone' },
  { id: 'concrete-light', group: 'stone' },
  { id: 'terrazzo', group: 'stone' },
  { id: 'plaster-warm', group: 'stone' },
  { id: 'linen-natural', group: 'fabric' },
  { id: 'linen-white', group: 'fabric' },
  { id: 'silk-champagne', group: 'fabric' },
  { id: 'paper-white', group: 'fabric' },
  { id: 'paper-kraft', group: 'fabric' },
] as const satisfies readonly { readonly id: string; readonly group: string }[];
export type StockBackgroundGroup = (typeof STOCK_BACKGROUNDS)[number]['group'];

/** Not offered, but drawn for pictures that use them. */
const RETIRED_BACKGROUNDS = [
  'studio-terracotta',
  'gradient-mint',
  'gradient-lavender',
  'bokeh-rose',
  'bokeh-silver',
  'wood-planks-dark',
  'marble-beige',
  'linen-blue',
  'paper-blush',
  'concrete-dark',
] as const;

export type StockBackgroundId = (typeof STOCK_BACKGROUNDS)[number]['id'] | (typeof RETIRED_BACKGROUNDS)[number];

export const ALL_BACKGROUNDS: readonly StockBackgroundId[] = [
  ...STOCK_BACKGROUNDS.map(({ id }) => id),
  ...RETIRED_BACKGROUNDS,
];

export const isStockBackground = (id: string): id is StockBackgroundId =>
  (ALL_BACKGROUNDS as readonly string[]).includes(id);
