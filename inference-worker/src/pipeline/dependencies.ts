import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ComputeThread } from '../compute/compute.ts';
import type { ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { Model } from '../models/model.ts';
import type { PipelineVersions } from './versions.ts';

export interface PipelineDeps {
  readonly blobStore: BlobStore;
  readonly model: Model;
  /** Left out if `model` was chosen for this job. @throws ModelError */
  readonly named?: ((name: string) => Promise<Model>) | undefined;
  /** Looks again before refinement; loaded on first use. */
  readonly second?: (() => Promise<Model>) | undefined;
  readonly compute: ComputeThread;
  readonly versions: PipelineVersions;
}

export type Made = ImageResult extends infer Result ? (Result extends unknown ? Omit<Result, 'work'> : never) : never;
