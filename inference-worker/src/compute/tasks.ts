import { cutOut } from '../cut-out/cut-out.ts';
import { COLOUR_ESTIMATES, type RendererVersion } from '../cut-out/foreground.ts';
import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import type { Raster } from '../pixels/raster.ts';
import { refineEdge } from '../edge/refine-edge.ts';
import { refine } from '../refinement/refine.ts';
import { makeExport } from '../render/make-export.ts';
import { renderHd } from '../render/render-hd.ts';
import { renderPreview } from '../render/render-preview.ts';
import type { CoarseMatte } from '../subject/looks.ts';

/**
 * By the model's matte.
 * @param renderer whose colours the cut-out gets
 */
const cutOutBy = (image: Raster, matte: CoarseMatte, renderer?: RendererVersion): Promise<Raster> =>
  cutOut(image, stretchedMatte(matte, image), renderer && COLOUR_ESTIMATES[renderer]);

/** Work that keeps a core busy for long, so it is not done on the main thread: leases, IPC and stopping must go on meanwhile. */
export const tasks = { cutOut: cutOutBy, refine, refineEdge, renderPreview, renderHd, makeExport };
