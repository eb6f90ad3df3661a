import { fromBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { fitInside, type Raster } from '../pixels/raster.ts';
import type { ColourEstimate, LocalColours } from './blur-fusion.ts';

interface Matted {
  readonly image: Raster;
  readonly matte: Uint8Array;
}

interface Shared {
  readonly pictures: readonly Matted[];
  readonly estimate: ColourEstimate;
  readonly colours: LocalColours;
  readonly space: Workspace;
}

const MAX_KEPT = 4;
/** Pixels; a larger one keeps only its own. */
const LARGE = 8_000_000;

/** Least recently used first. */
const kept: Shared[] = [];

/** Keeps a preview's colours: the whole picture's HD file has the same. */
export async function shareColours(whole: Matted, preview: Matted, estimate: ColourEstimate): Promise<void> {
  const most = whole.image.width * whole.image.height > LARGE ? 1 : MAX_KEPT;
  while (kept.length >= most) kept.shift()?.space[Symbol.dispose]();
  const { width, height } = fitInside(whole.image, estimate.side);
  const isOfWhole = width === preview.image.width && height === preview.image.height;
  const space = new Workspace();
  const colours = await estimate.localColours(preview.image, fromBytes(preview.matte, space), space);
  kept.push({ pictures: isOfWhole ? [whole, preview] : [preview], estimate, colours, space });
}

/** Valid until the next estimate. */
export function findColours(image: Raster, matte: Uint8Array, estimate: ColourEstimate): LocalColours | undefined {
  const at = kept.findIndex(
    (shared) =>
      shared.estimate === estimate && shared.pictures.some((one) => one.image === image && one.matte === matte),
  );
  const [found] = at < 0 ? [] : kept.splice(at, 1);
  if (found === undefined) return undefined;
  kept.push(found);
  return found.colours;
}
