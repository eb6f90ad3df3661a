import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { gaussian } from './blur.ts';
import { distanceFrom } from './distance.ts';
import { halved, readField, type Field } from './field.ts';
import { product, scaling, type Matrix } from './geometry.ts';
import type { Layer, Scene } from './layer.ts';
import type { Pixels } from './raster.ts';
import { forScale, paintPicture, reduced } from './sampling.ts';

/** In cells; still interpolates smoothly. */
const SMOOTH = 4;

const MAX_CELLS = 2_000_000;

/** Preview pixels around the subject that would glow in its colour. */
const GUARD = 1.5;

/** Least share of background in a window. */
const ENOUGH = 0.05;

/** Keeps a colour in a photo that is all subject. */
const MIN_WEIGHT = 1e-4;

/**
 * Normalised convolution weighted by background, so that the subject leaves no glow.
 * @param matrix output pixels -> photo pixels
 */
export function blurredPhoto(scene: Scene & { readonly original: Pixels }, matrix: Matrix): Layer {
  const { settings, cutOut, original } = scene;
  const { blur, blurWidth } = settings.background;
  const unit = Math.max(original.width, original.height) / PREVIEW_MAX_SIDE;
  const sigma = blur * unit;
  const cell = Math.max(
    1,
    Math.floor(sigma / SMOOTH),
    Math.ceil(Math.sqrt((original.width * original.height) / MAX_CELLS)),
  );
  const blurred = withoutSubject(reducedBy(original, cell), reducedBy(cutOut, cell), {
    sigma: cell === 1 ? sigma : Math.sqrt(Math.max(0, (sigma / cell) ** 2 - 0.25)),
    guard: (GUARD * unit) / cell,
  });
  const toBlurred = product(scaling(1 / cell), matrix);
  if (blurWidth === 0) {
    return (row, left, y) => {
      const soft = new Float64Array(row.length);
      readField(soft, blurred, toBlurred, left, y, 'mirrored');
      row.set(soft);
    };
  }
  const coarse = Math.max(1, Math.floor(unit));
  const distance = distances(reducedBy(cutOut, coarse));
  const toDistance = product(scaling(1 / coarse), matrix);
  const sharp = forScale(original, matrix);
  return (row, left, y) => {
    const soft = new Float64Array(row.length);
    readField(soft, blurred, toBlurred, left, y, 'mirrored');
    const away = new Float64Array(row.length / 4);
    readField(away, distance, toDistance, left, y, 'mirrored');
    paintPicture(row, sharp, left, y, 'mirrored');
    for (let i = 0; i < row.length; i++) {
      const t = Math.min(1, (away[i >> 2]! * coarse) / unit / blurWidth);
      row[i]! += (soft[i]! - row[i]!) * t * t * (3 - 2 * t);
    }
  };
}

const reducedBy = (picture: Pixels, factor: number): Pixels => (factor === 1 ? picture : reduced(picture, factor));

/** RGBA, premultiplied, 0..255. */
function withoutSubject(
  photo: Pixels,
  cutOut: Pixels,
  { sigma, guard }: { readonly sigma: number; readonly guard: number },
): Field {
  const { width, height } = photo;
  const subject = new Float32Array(width * height);
  for (let i = 0; i < subject.length; i++) subject[i] = cutOut.data[i * 4 + 3]! / 255;
  gaussian(subject, photo, 1, guard);
  const values = new Float32Array(width * height * 5);
  for (let i = 0; i < subject.length; i++) {
    const weight = Math.max(MIN_WEIGHT, 1 - 4 * Math.max(subject[i]!, cutOut.data[i * 4 + 3]! / 255));
    const alpha = (weight * photo.data[i * 4 + 3]!) / 255;
    for (let channel = 0; channel < 3; channel++) values[i * 5 + channel] = photo.data[i * 4 + channel]! * alpha;
    values[i * 5 + 3] = 255 * alpha;
    values[i * 5 + 4] = weight;
  }
  return normalised({ values, width, height, channels: 5 }, sigma);
}

/** Divides by the fifth channel; where that is tiny, doubles the window. */
function normalised(weighted: Field, sigma: number): Field {
  const { width, height } = weighted;
  const sums = weighted.values.slice();
  gaussian(sums, weighted, 5, sigma);
  const values = new Float32Array(width * height * 4);
  const needsHelp = sums.some((sum, i) => i % 5 === 4 && sum < ENOUGH) && Math.max(width, height) > 1;
  const wider = needsHelp ? normalised(halved(weighted), sigma) : null;
  const help = new Float64Array(width * 4);
  for (let y = 0; y < height; y++) {
    if (wider !== null) readField(help, wider, scaling(0.5), 0, y, 'mirrored');
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const weight = sums[i * 5 + 4]!;
      const lacking = wider === null ? 0 : Math.max(0, ENOUGH - weight);
      for (let channel = 0; channel < 4; channel++) {
        values[i * 4 + channel] = (sums[i * 5 + channel]! + lacking * help[x * 4 + channel]!) / (weight + lacking);
      }
    }
  }
  return { values, width, height, channels: 4 };
}

/** In pixels of the cut-out. */
function distances(cutOut: Pixels): Field {
  const { width, height } = cutOut;
  const members = new Uint8Array(width * height);
  for (let i = 0; i < members.length; i++) members[i] = cutOut.data[i * 4 + 3]! >= 128 ? 1 : 0;
  const values = distanceFrom(members, cutOut).map((away) => Math.min(away, width + height));
  return { values, width, height, channels: 1 };
}
