import { cutOut } from '../cut-out/cut-out.ts';
import { refineEdge } from '../edge/refine-edge.ts';
import { refine } from '../refinement/refine.ts';
import { makeExport } from '../render/make-export.ts';
import { renderHd } from '../render/render-hd.ts';
import { renderPreview } from '../render/render-preview.ts';

/** Work that keeps a core busy for long, so it is not done on the main thread: leases, IPC and stopping must go on meanwhile. */
export const tasks = { cutOut, refine, refineEdge, renderPreview, renderHd, makeExport };
