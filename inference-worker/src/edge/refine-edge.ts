import type { Pixels, Size } from '@clearcut/scene/raster';
import { MAX_MASK_PIXELS } from '@clearcut/schemas/constants';
import { cutOut } from '../cut-out/cut-out.ts';
import { originals } from '../pixels/decode-once.ts';
import { decodeGrey, decodePixels, flattenOntoWhite, resizeGrey, resizePart } from '../pixels/decode.ts';
import { encodeLabels, type EncodedImage } from '../pixels/encode.ts';
import { fitInside, scaled, type Box, type Raster } from '../pixels/raster.ts';
import { fromBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { applyGuided } from '../refinement/closed-form/guided-upsampling.ts';
import { solveMatting } from '../refinement/closed-form/solve-matting.ts';
import { atScale } from '../refinement/closed-form/working-matte.ts';
import { guidedCoefficients } from '../refinement/native/guided-filter.ts';
import { alphaOfColours } from './alpha-of-colours.ts';
import { cutOutFull, type EncodedMatte } from '../render/cut-out-full.ts';
import { applyMasks, needsPhoto, type EncodedScene } from '../render/scene-pictures.ts';

/** Longest side: hair is finer than the size at which whole pictures are refined. */
const WORKING_SIDE = 768;
/** Surroundings, as a share of the stroke's longer side. */
const AROUND = 0.5;
/** Pixels. */
const MIN_AROUND = 48;
/** Least coverage of a pixel that is solved for. */
const MIN_COVERAGE = 0.1;

/** CARRY_RADIUS: pixels at 1,024. */
const MATTING_EPSILON = 1e-5;
const CARRY_RADIUS = 2;
const CARRY_EPSILON = 1e-5;
/** Pull of the colours' alpha, clear and unclear. */
const FIRM = 0.3;
const LOOSE = 0.003;

/** Any change of the result is a new version. */
export const EDGE_REFINEMENT = { method: 'local-colours', version: 1 } as const;

export interface EncodedStroke {
  readonly box: Box;
  readonly mask: Uint8Array;
}

/**
 * Earlier edits count as sure.
 * @param scene earlier edits
 * @param original encoded
 * @returns a patch for `scene/src/edge/patches.ts`; deterministic
 * @throws UnreadableImageError, UnreadableEditError
 */
export async function refineEdge(
  scene: Pick<EncodedScene, 'frame' | 'masks'>,
  original: Uint8Array,
  matte: EncodedMatte,
  { box, mask }: EncodedStroke,
): Promise<EncodedImage> {
  using space = new Workspace();
  const edited = await cutOutFull(original, matte, scene.frame, space);
  await applyMasks(edited, scene, needsPhoto(scene) ? await decodePixels(original) : null);
  const image = await originals.decode(original, space);
  const part = widened(box, image);
  const stroke = await decodeGrey(mask);

  const size = fitInside(part, WORKING_SIDE);
  const guide = await flattenOntoWhite(await resizePart(image, part, size, space), space);
  const present = await resizeGrey(alphaOf(edited, part), part, size, space);
  const alpha = foundAlpha(guide, present, await coverageIn(stroke, box, part, size, space), space);
  const coefficients = await guidedCoefficients(guide, alpha, atScale(CARRY_RADIUS, guide), CARRY_EPSILON, space);

  const photo = await resizePart(image, part, part, space);
  const cut = await cutOut(photo, applyGuided(photo, coefficients), space);
  const patchSize = scaled(box, Math.sqrt(MAX_MASK_PIXELS / 2 / (box.width * box.height)));
  const inPart = { ...box, x: box.x - part.x, y: box.y - part.y };
  const shown = await resizePart(cut, inPart, patchSize, space);
  return await encodeLabels(patchOf(shown, await resizeGrey(stroke.data, stroke, patchSize, space)));
}

function widened({ x, y, width, height }: Box, picture: Size): Box {
  const around = Math.max(MIN_AROUND, Math.round(Math.max(width, height) * AROUND));
  const left = Math.max(0, x - around);
  const top = Math.max(0, y - around);
  const right = Math.min(picture.width, x + width + around);
  const bottom = Math.min(picture.height, y + height + around);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function alphaOf({ data, width }: Pixels, part: Box): Uint8Array {
  const alpha = new Uint8Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      alpha[y * part.width + x] = data[((part.y + y) * width + part.x + x) * 4 + 3]!;
    }
  }
  return alpha;
}

/** 0..1, at the working size. */
async function coverageIn(
  stroke: Size & { readonly data: Uint8Array },
  box: Box,
  part: Box,
  size: Size,
  space: Workspace,
): Promise<Float32Array> {
  const across = size.width / part.width;
  const down = size.height / part.height;
  const left = Math.round((box.x - part.x) * across);
  const top = Math.round((box.y - part.y) * down);
  const inner = {
    width: Math.max(1, Math.min(size.width - left, Math.round(box.width * across))),
    height: Math.max(1, Math.min(size.height - top, Math.round(box.height * down))),
  };
  const small = fromBytes(await resizeGrey(stroke.data, stroke, inner, space), space);
  const coverage = new Float32Array(size.width * size.height);
  for (let y = 0; y < inner.height; y++) {
    coverage.set(small.subarray(y * inner.width, (y + 1) * inner.width), (top + y) * size.width + left);
  }
  return coverage;
}

function foundAlpha(guide: Raster, present: Uint8Array, coverage: Float32Array, space: Workspace): Float32Array {
  const before = fromBytes(present);
  const unsure = Uint8Array.from(coverage, (share) => (share >= MIN_COVERAGE ? 1 : 0));
  const { alpha, trust } = alphaOfColours(guide, before, unsure);
  const weight = trust.map((share) => LOOSE + (FIRM - LOOSE) * share);
  return solveMatting({ guide, alpha, unsure, weight, epsilon: MATTING_EPSILON }, space);
}

/** Colours above; below, alpha in red and share in green. Opaque, so that no decoder premultiplies. */
function patchOf({ data, width, height }: Raster, share: Uint8Array): Pixels {
  const patch = new Uint8Array(width * height * 2 * 4).fill(255);
  const below = width * height * 4;
  for (let i = 0; i < share.length; i++) {
    patch.set(data.subarray(i * 4, i * 4 + 3), i * 4);
    patch[below + i * 4] = data[i * 4 + 3]!;
    patch[below + i * 4 + 1] = share[i]!;
    patch[below + i * 4 + 2] = 0;
  }
  return { data: patch, width, height: height * 2 };
}
