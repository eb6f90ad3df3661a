/** Distances between things, in CSS pixels. In `sx`, a number is a multiple of the unit: `gap: 1.5` is 12 px. */
export const GAPS = [0, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72] as const;
export const UNIT = 8;

/** Sizes of text, by name in `sx`. Headings of pages grow with the window (theme.ts). */
export const SIZE = {
  fine: '0.8125rem',
  small: '0.875rem',
  text: '1rem',
  lead: '1.125rem',
  title: '1.25rem',
  large: '1.5rem',
  larger: '1.75rem',
  largest: '2rem',
} as const;

/** Icons, in CSS pixels. */
export const ICON_SIZES = [16, 20] as const;

/** By name in `sx`. */
export const WEIGHT = { regular: 400, strong: 600, bold: 700, logo: 800 } as const;
