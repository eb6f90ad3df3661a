import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ComputeThread } from '../compute/compute.ts';
import type { ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { Model } from '../models/model.ts';
import type { PipelineVersions } from './versions.ts';

/** What the jobs work with. */
export interface PipelineDeps {
  readonly blobStore: BlobStore;
  readonly model: Model;
  readonly compute: ComputeThread;
  readonly versions: PipelineVersions;
}

/** What a job made, before it is said how. */
export type Made = ImageResult extends infer Result ? (Result extends unknown ? Omit<Result, 'work'> : never) : never;
