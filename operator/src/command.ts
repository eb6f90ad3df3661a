import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type * as cli from '@clearcut/platform/cli/command';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '@clearcut/projections/read-model';

export type OperatorContext = FollowerContext & { readonly messageBus: MessageBus; readonly blobStore: BlobStore };

/** Options as they were given, by name. */
export type Options = Readonly<Record<string, string | undefined>>;

export type Command = cli.Command<OperatorContext, Options>;

/** What there is to work with while Clearcut does not run. */
interface OfflineContext {
  readonly signal: AbortSignal;
}

/** A command that opens itself what it needs. */
export type OfflineCommand = cli.Command<OfflineContext, Options>;
