import { RENDERER } from '@clearcut/schemas/transaction/scene/constants';
import type { RendererVersion } from '../cut-out/foreground.ts';
import { REFINEMENT, type RefinementVersion } from '../refinement/versions.ts';

/** What the jobs are done with. New pictures get the current ones; a replay may ask for those of then. */
export interface PipelineVersions {
  readonly refinement: RefinementVersion;
  readonly renderer: RendererVersion;
}

export const CURRENT_VERSIONS: PipelineVersions = { refinement: REFINEMENT.version, renderer: RENDERER.version };

/** As events name them. */
export const rendererOf = ({ renderer }: PipelineVersions) => ({ name: RENDERER.name, version: renderer });
export const refinementOf = ({ refinement }: PipelineVersions) => ({ method: REFINEMENT.method, version: refinement });
