import { blurredPhoto } from './blurred-photo.ts';
import { coverMatrix, outputOf, product, toLayer } from './geometry.ts';
import { rgbOf, type Layer, type Rgb, type Scene } from './layer.ts';
import { forScale, paintPicture, type Row } from './sampling.ts';

/** The photo itself stays in place, mirrored beyond its edges. */
export function backdropLayer(scene: Scene): Layer | null {
  const { frame, settings, scale, original, background } = scene;
  const { color, id, base, blur } = settings.background;
  if (color !== null) return flat(rgbOf(color));
  const output = outputOf(settings.position, frame, scale);
  if (id !== null) {
    const picture = given(background, 'background');
    const cover = forScale(picture, coverMatrix(output, picture));
    return (row, left, y) => paintPicture(row, cover, left, y, 'mirrored');
  }
  if (!base) return null;
  const photo = given(original, 'original');
  const matrix = product(toLayer(frame, photo), output.toFrame);
  if (blur > 0) return blurredPhoto({ ...scene, original: photo }, matrix);
  const placed = forScale(photo, matrix);
  return (row, left, y) => paintPicture(row, placed, left, y, 'mirrored');
}

function flat([red, green, blue]: Rgb): Layer {
  // Copying the first row is several times faster.
  let painted = new Float64Array();
  const paint = (row: Row): void => {
    if (painted.length !== row.length) {
      painted = Float64Array.from(row, (_, i) => [red, green, blue, 255][i % 4] ?? 0);
    }
    row.set(painted);
  };
  return Object.assign(paint, { hidesAll: true } as const);
}

function given<Picture>(picture: Picture | null, name: string): Picture {
  if (picture === null) throw new Error(`The settings need the picture: ${name}`);
  return picture;
}
