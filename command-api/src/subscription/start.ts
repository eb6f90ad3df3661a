import { isConnectionError } from '@clearcut/platform/database/database';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import { repeat, type Repeated } from '../kernel/repeat.ts';
import { startBoughtPolicy } from './policies/bought.ts';
import { startClosingPolicy } from './policies/closing.ts';
import { startCreditsPolicy } from './policies/credits.ts';
import { startMailsPolicy } from './policies/mails.ts';
import { startPaymentsPolicy } from './policies/payments.ts';
import { startWatch } from './policies/watch.ts';
import { eraseOld } from './tax/tax-information.ts';

type Deps = Parameters<typeof startCreditsPolicy>[0] &
  Parameters<typeof startClosingPolicy>[0] &
  Parameters<typeof startBoughtPolicy>[0] &
  Parameters<typeof startMailsPolicy>[0] &
  Omit<Parameters<typeof startPaymentsPolicy>[0] & Parameters<typeof startWatch>[0], 'provider'> & {
    /** Undefined where nothing is sold. */
    readonly provider: PaymentProvider | undefined;
  };

const ERASE_INTERVAL_MS = 60 * 60 * 1000;

export async function startSubscriptions({ provider, ...deps }: Deps) {
  const always = [startCreditsPolicy(deps), startClosingPolicy(deps), startBoughtPolicy(deps), startErasure(deps)];
  if (provider === undefined) return always;
  const selling = { ...deps, provider };
  return [...always, startMailsPolicy(deps), startPaymentsPolicy(selling), await startWatch(selling)];
}

function startErasure({ database, log }: Pick<Deps, 'database' | 'log'>): Repeated {
  return repeat({
    everyMs: ERASE_INTERVAL_MS,
    round: () => eraseOld(database),
    onError: (err) => log[isConnectionError(err) ? 'debug' : 'error']({ err }, 'erasing old data of billing failed'),
  });
}
