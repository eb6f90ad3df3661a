import type { MessageBus } from '@clearcut/platform/message-bus/port';

/** An adapter under test. Each connection acts as another process's; closing it closes all it opened. */
interface AdapterModule {
  readonly connect: (settings: string) => MessageBus;
}

export interface AdapterUnderTest {
  /** Exports `connect`; also imported by the worker processes. */
  readonly module: URL;
  /** For `connect`: this suite's own bus, with a lease of `LEASE_SECONDS`. */
  readonly settings: string;
  stop(): Promise<void>;
}

/** Short, so that tests of lost leases are quick; long enough that a busy machine loses none by accident. */
export const LEASE_SECONDS = 3;

export async function connectTo({
  module,
  settings,
}: Pick<AdapterUnderTest, 'module' | 'settings'>): Promise<MessageBus> {
  const { connect } = (await import(module.href)) as AdapterModule;
  return connect(settings);
}
