import { RENDERER } from '@clearcut/schemas/transaction/scene/constants';
import type { RendererVersion } from '../cut-out/foreground.ts';
import { REFINEMENT, type RefinementVersion } from '../refinement/versions.ts';

/** Replays may request earlier ones. */
export interface PipelineVersions {
  readonly refinement: RefinementVersion;
  readonly renderer: RendererVersion;
}

export const CURRENT_VERSIONS: PipelineVersions = { refinement: REFINEMENT.version, renderer: RENDERER.version };

/** As named in events. */
export const rendererOf = ({ renderer }: PipelineVersions) => ({ name: RENDERER.name, version: renderer });
export const refinementOf = ({ refinement }: PipelineVersions) => ({ method: REFINEMENT.method, version: refinement });
