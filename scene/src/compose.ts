import { backdropLayer } from './backdrop.ts';
import { outputOf, type Output } from './geometry.ts';
import { toCutOut, type Layer, type Scene } from './layer.ts';
import { createPixels, intersection, wholeOf, type OwnPixels, type Pixels, type Rect } from './raster.ts';
import { forScale, paintPicture } from './sampling.ts';
import { shadowLayer } from './shadow/shadow.ts';

/** Cheap, unless much smaller than the cut-out. */
export function subjectLayer(scene: Scene): Layer {
  const output = outputOf(scene.settings.position, scene.frame, scene.scale);
  const placed = forScale(scene.cutOut, toCutOut(scene, output));
  return (row, left, y) => paintPicture(row, placed, left, y, 'transparent');
}

/** Back to front. Cacheable while inputs stay. */
export const layersOf = (scene: Scene): readonly (Layer | null)[] => [
  backdropLayer(scene),
  shadowLayer(scene),
  subjectLayer(scene),
];

/** @param region output pixels, clipped */
export function compose(scene: Scene, region?: Rect): OwnPixels {
  return composeLayers(layersOf(scene), outputOf(scene.settings.position, scene.frame, scene.scale), region);
}

/** Needs one row of memory beside the result. */
export function composeLayers(layers: readonly (Layer | null)[], output: Output, region?: Rect): OwnPixels {
  const { x, y, width, height } = intersection(region ?? wholeOf(output), wholeOf(output));
  const pixels = createPixels({ width, height });
  const painting = layers.filter((layer) => layer !== null);
  const row = new Float64Array(width * 4);
  for (let line = 0; line < height; line++) {
    if (painting[0]?.hidesAll !== true) row.fill(0);
    for (const paint of painting) paint(row, x, y + line);
    write(row, pixels.data, line * width * 4);
  }
  return pixels;
}

/** Straight alpha; transparent pixels have no colour. */
function write(row: Float64Array, data: Pixels['data'], start: number): void {
  for (let i = 0; i < row.length; i += 4) {
    const alpha = Math.round(row[i + 3]!);
    if (alpha === 0) continue;
    if (row[i + 3] === 255) {
      data[start + i] = Math.round(row[i]!);
      data[start + i + 1] = Math.round(row[i + 1]!);
      data[start + i + 2] = Math.round(row[i + 2]!);
      data[start + i + 3] = 255;
      continue;
    }
    const straight = 255 / row[i + 3]!;
    data[start + i] = Math.round(row[i]! * straight);
    data[start + i + 1] = Math.round(row[i + 1]! * straight);
    data[start + i + 2] = Math.round(row[i + 2]! * straight);
    data[start + i + 3] = alpha;
  }
}
