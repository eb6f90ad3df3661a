/** `size` spans two squares, px when a number. */
export function checker(light: string, dark: string, size: number | string): string {
  const period = typeof size === 'number' ? `${size}px` : size;
  return `repeating-conic-gradient(${light} 0 25%, ${dark} 0 50%) 0 0 / ${period} ${period}`;
}
