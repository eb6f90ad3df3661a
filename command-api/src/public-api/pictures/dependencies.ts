import type { BulkDeps, Spool, VerifiedFiles } from '../../transaction/index.ts';
import type { MakerDeps } from '../cut-out/make-picture.ts';

export interface PicturesDeps extends MakerDeps, BulkDeps {
  readonly spool: Spool;
  readonly verifiedFiles: VerifiedFiles;
}
