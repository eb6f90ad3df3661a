import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ComputeThread } from '../compute/compute.ts';
import type { Model } from '../models/model.ts';

/** What the jobs work with. */
export interface PipelineDeps {
  readonly blobStore: BlobStore;
  readonly model: Model;
  readonly compute: ComputeThread;
}
