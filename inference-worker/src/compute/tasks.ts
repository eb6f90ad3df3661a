import { cutOut } from '../cut-out/cut-out.ts';
import { COLOUR_ESTIMATES, type RendererVersion } from '../cut-out/foreground.ts';
import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import { originals } from '../pixels/decode-once.ts';
import { encodeCutOut, type EncodedImage } from '../pixels/encode.ts';
import type { Raster } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { refineEdge } from '../edge/refine-edge.ts';
import { refine } from '../refinement/refine.ts';
import { makeExport } from '../render/make-export.ts';
import { renderHd } from '../render/render-hd.ts';
import { renderPreview } from '../render/render-preview.ts';
import type { CoarseMatte } from '../subject/look.ts';

/** @param renderer whose colours the cut-out gets */
async function cutOutBy(image: Raster, matte: CoarseMatte, renderer?: RendererVersion): Promise<EncodedImage> {
  using space = new Workspace();
  const estimate = renderer && COLOUR_ESTIMATES[renderer];
  return await encodeCutOut(await cutOut(image, stretchedMatte(matte, image, space), space, estimate));
}

async function decodeAhead(original: Uint8Array): Promise<void> {
  using space = new Workspace();
  await originals.decode(original, space, true);
}

/** Long work, kept off the main thread, which serves leases, IPC and stopping. */
export const tasks = { cutOut: cutOutBy, decodeAhead, refine, refineEdge, renderPreview, renderHd, makeExport };
