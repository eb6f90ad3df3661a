/**
 * The backgrounds that come with the product, in the order of the picker; a group's stand together. Their names stand in events and
 * are the keys of their texts (`backgrounds.json` in `client/locales/`): never renamed, only added to. The pictures lie in
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
  { id: 'studio-terracotta', group: 'studio' },
  { id: 'gradient-dawn', group: 'gradient' },
  { id: 'gradient-peach', group: 'gradient' },
  { id: 'gradient-mint', group: 'gradient' },
  { id: 'gradient-lavender', group: 'gradient' },
  { id: 'gradient-midnight', group: 'gradient' },
  { id: 'bokeh-gold', group: 'bokeh' },
  { id: 'bokeh-city', group: 'bokeh' },
  { id: 'bokeh-garden', group: 'bokeh' },
  { id: 'bokeh-rose', group: 'bokeh' },
  { id: 'bokeh-silver', group: 'bokeh' },
  { id: 'wood-oak-light', group: 'wood' },
  { id: 'wood-walnut', group: 'wood' },
  { id: 'wood-pine', group: 'wood' },
  { id: 'wood-planks-white', group: 'wood' },
  { id: 'wood-planks-grey', group: 'wood' },
  { id: 'wood-planks-dark', group: 'wood' },
  { id: 'marble-white', group: 'stone' },
  { id: 'marble-black', group: 'stone' },
  { id: 'marble-green', group: 'stone' },
  { id: 'marble-beige', group: 'stone' },
  { id: 'concrete-light', group: 'stone' },
  { id: 'concrete-dark', group: 'stone' },
  { id: 'terrazzo', group: 'stone' },
  { id: 'plaster-warm', group: 'stone' },
  { id: 'linen-natural', group: 'fabric' },
  { id: 'linen-white', group: 'fabric' },
  { id: 'linen-blue', group: 'fabric' },
  { id: 'silk-champagne', group: 'fabric' },
  { id: 'paper-white', group: 'fabric' },
  { id: 'paper-kraft', group: 'fabric' },
  { id: 'paper-blush', group: 'fabric' },
  { id: 'sky-clear', group: 'nature' },
  { id: 'sky-sunset', group: 'nature' },
  { id: 'sea-horizon', group: 'nature' },
  { id: 'forest-haze', group: 'nature' },
  { id: 'mountains-haze', group: 'nature' },
  { id: 'window-light', group: 'interior' },
  { id: 'leaf-shadow', group: 'interior' },
  { id: 'table-oak', group: 'interior' },
  { id: 'table-marble', group: 'interior' },
  { id: 'podium-cream', group: 'interior' },
  { id: 'arch-terracotta', group: 'interior' },
] as const satisfies readonly { readonly id: string; readonly group: string }[];
export type StockBackgroundId = (typeof STOCK_BACKGROUNDS)[number]['id'];
export type StockBackgroundGroup = (typeof STOCK_BACKGROUNDS)[number]['group'];

export const isStockBackground = (id: string): id is StockBackgroundId =>
  STOCK_BACKGROUNDS.some((background) => background.id === id);
