export interface SliderWords {
  readonly shade: string;
  readonly value: string;
  readonly hue: string;
}

/** S and V of HSV, 0 to 1. */
export function shadeOf(colour: string): { readonly saturation: number; readonly brightness: number } {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...channels);
  return { saturation: most === 0 ? 0 : (most - Math.min(...channels)) / most, brightness: most / 255 };
}

/** The library hard-codes English slider labels; replaces them. */
export function nameSliders(mixer: ParentNode, { shade, value, hue }: SliderWords): void {
  const [area, strip] = mixer.querySelectorAll('[role=slider]');
  area?.setAttribute('aria-label', shade);
  area?.setAttribute('aria-valuetext', value);
  strip?.setAttribute('aria-label', hue);
}
