import { startDispatcher } from './delivery/dispatcher.ts';
import { startSender } from './delivery/sender.ts';
import { startWebhooksPolicy } from './policy.ts';

type Deps = Parameters<typeof startWebhooksPolicy>[0] &
  Parameters<typeof startSender>[0] &
  Parameters<typeof startDispatcher>[0];

export const startWebhooks = async (deps: Deps) => [
  startWebhooksPolicy(deps),
  startSender(deps),
  await startDispatcher(deps),
];
