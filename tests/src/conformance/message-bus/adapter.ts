import type { MessageBus } from '@clearcut/platform/message-bus/port';

/** What an adapter under test has to bring. Each connection is one as another process has it; closing it closes all it opened. */
interface AdapterModule {
  readonly connect: (settings: string) => MessageBus;
}

export interface AdapterUnderTest {
  /** Imported by the worker processes as well: exports `connect`. */
  readonly module: URL;
  /** For `connect`: a bus of its own for this suite, with a lease of `LEASE_SECONDS`. */
  readonly settings: string;
  stop(): Promise<void>;
}

/** Short, so that tests of lost leases are quick; long enough that a busy machine does not lose one by accident. */
export const LEASE_SECONDS = 3;

export async function connectTo({
  module,
  settings,
}: Pick<AdapterUnderTest, 'module' | 'settings'>): Promise<MessageBus> {
  const { connect } = (await import(module.href)) as AdapterModule;
  return connect(settings);
}
