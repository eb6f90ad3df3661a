import type { KeyGate } from '../../http/authenticator.ts';
import type { BulkDeps, OpenStreams, Spool, VerifiedFiles } from '../../transaction/index.ts';
import type { MakerDeps } from '../cut-out/make-picture.ts';

export interface PicturesDeps extends MakerDeps, BulkDeps {
  readonly spool: Spool;
  readonly verifiedFiles: VerifiedFiles;
  readonly openStreams: OpenStreams;
  readonly keyGate: Pick<KeyGate, 'recheck'>;
  readonly requestWebhooks: RequestWebhooks;
}

interface RequestWebhooks {
  /** @throws CatalogueError validation_failed */
  readAddress(url: string, field: string): string;
  keep(endpoint: {
    readonly pictureId: string;
    readonly teamId: string;
    readonly keyId: string;
    readonly url: string;
  }): Promise<void>;
  secretOf(keyId: string): string;
}
