import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type * as cli from '@clearcut/platform/cli/command';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '@clearcut/projections/read-model';

export type OperatorContext = FollowerContext & { readonly messageBus: MessageBus; readonly blobStore: BlobStore };

export type Options = Readonly<Record<string, string | undefined>>;

export type Command = cli.Command<OperatorContext, Options>;

/** For commands that run while Clearcut is stopped. */
interface OfflineContext {
  readonly signal: AbortSignal;
}

export type OfflineCommand = cli.Command<OfflineContext, Options>;
