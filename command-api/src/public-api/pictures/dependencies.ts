import type { VerifiedFiles } from '../../transaction/downloads/verified-files.ts';
import type { BulkDeps } from '../../transaction/upload/bulk.ts';
import type { Spool } from '../../transaction/upload/spool.ts';
import type { MakerDeps } from '../cut-out/make-picture.ts';

export interface PicturesDeps extends MakerDeps, BulkDeps {
  readonly spool: Spool;
  readonly verifiedFiles: VerifiedFiles;
}
