import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ComputeThread } from '../compute/compute.ts';
import type { ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { Model } from '../models/model.ts';
import type { PipelineVersions } from './versions.ts';

/** What the jobs work with. */
export interface PipelineDeps {
  readonly blobStore: BlobStore;
  readonly model: Model;
  /** The model that a job asks for by its name. Left out where `model` was chosen for the job at hand. @throws ModelError */
  readonly named?: ((name: string) => Promise<Model>) | undefined;
  /** The stronger model that looks again before a matte is refined, where there is one; loaded when it is first asked for. */
  readonly second?: (() => Promise<Model>) | undefined;
  readonly compute: ComputeThread;
  readonly versions: PipelineVersions;
}

/** What a job made, before it is said how. */
export type Made = ImageResult extends infer Result ? (Result extends unknown ? Omit<Result, 'work'> : never) : never;
