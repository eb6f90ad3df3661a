import { blur } from './blur.ts';
import type { Picture } from './picture.ts';

const STEPS = [0, 0.0007, 0.0014, 0.0028, 0.0056];

/** Blurs each row by its defocus, interpolating between increasingly blurred copies. `y` in heights. */
export function focus({ width, height, data }: Picture, sigmaAt: (y: number) => number): void {
  const copies = STEPS.map((sigma) => {
    const copy = { width, height, data: data.slice() };
    blur(copy, sigma);
    return copy.data;
  });
  for (let row = 0; row < height; row++) {
    const sigma = sigmaAt((row + 0.5) / height);
    const step = Math.min(
      STEPS.length - 2,
      STEPS.findLastIndex((from) => from <= sigma),
    );
    const from = STEPS[step]!;
    const share = Math.min(1, (sigma - from) / (STEPS[step + 1]! - from));
    for (let at = row * width * 3; at < (row + 1) * width * 3; at++)
      data[at] = copies[step]![at]! * (1 - share) + copies[step + 1]![at]! * share;
  }
}
