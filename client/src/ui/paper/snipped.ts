/** Browsers without corner-shape round it. */
export const snipped = (size: number) => ({
  borderRadius: '4px',
  borderStartEndRadius: `${size}px`,
  cornerStartEndShape: 'bevel',
});
