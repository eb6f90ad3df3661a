import type { Raster } from '../pixels/raster.ts';
import type { Recipe } from './recipe.ts';

/**
 * @param image RGB of the input's size
 * @returns planes of red, green and blue
 */
export function toInput(image: Raster, { range, mean, std }: Recipe['input']): Float32Array {
  const pixels = image.width * image.height;
  const whole = range === 'max' ? brightest(image.data) : 255;
  const planes = new Float32Array(pixels * 3);
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (whole * std[channel]!);
    const offset = -mean[channel]! / std[channel]!;
    writePlane(image.data, channel, scale, offset, planes.subarray(channel * pixels, (channel + 1) * pixels));
  }
  return planes;
}

function writePlane(data: Uint8Array, channel: number, scale: number, offset: number, plane: Float32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = data[i * 3 + channel]! * scale + offset;
}

/**
 * Skips the min-max without a subject, as it would turn noise into a matte: a value reaches `noSubjectBelow` exactly if
 * the model saw one.
 */
export function toMatte(values: Float32Array, { output, noSubjectBelow }: Recipe): Float32Array {
  switch (output.normalise) {
    case 'none':
      return values;
    case 'sigmoid':
      return values.map((value) => 1 / (1 + Math.exp(-value)));
    case 'min-max': {
      let min = Infinity;
      let max = -Infinity;
      for (let i = 0; i < values.length; i++) {
        min = Math.min(min, values[i]!);
        max = Math.max(max, values[i]!);
      }
      return max < noSubjectBelow || max === min ? values : values.map((value) => (value - min) / (max - min));
    }
  }
}

function brightest(data: Uint8Array): number {
  let max = 1;
  for (let i = 0; i < data.length; i++) max = Math.max(max, data[i]!);
  return max;
}
