export interface SliderWords {
  readonly shade: string;
  /** What the first slider is at. */
  readonly value: string;
  readonly hue: string;
}

/** How strong and how bright a colour is, each from 0 to 1: S and V of HSV. */
export function shadeOf(colour: string): { readonly saturation: number; readonly brightness: number } {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...channels);
  return { saturation: most === 0 ? 0 : (most - Math.min(...channels)) / most, brightness: most / 255 };
}

/** The library that mixes colours names its sliders in English, and takes no other words: these take their place. */
export function nameSliders(mixer: ParentNode, { shade, value, hue }: SliderWords): void {
  const [area, strip] = mixer.querySelectorAll('[role=slider]');
  area?.setAttribute('aria-label', shade);
  area?.setAttribute('aria-valuetext', value);
  strip?.setAttribute('aria-label', hue);
}
