import type { Config } from '@clearcut/platform/config/config';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { CreditPool } from '../credits/handler.ts';
import { route, type Route } from '../http/contract.ts';
import { billingContracts as contracts } from './contracts.ts';
import { mayUploadInBulk } from './plan.ts';

export function billingRoutes({
  creditPool,
  config,
}: {
  readonly creditPool: CreditPool;
  readonly config: Config;
}): Route[] {
  return [
    route(contracts.billing, async ({ requester, reply }): Promise<BillingInfo> => {
      reply.header('cache-control', 'no-store');
      return {
        planName: null,
        // From the log: after a save it must not say for a moment what was left before.
        credits: await creditPool.balance(requester.subject.teamId),
        paymentInfo: null,
        subscriptionInfo: null,
        features: { bulkUpload: mayUploadInBulk(null, config) },
      };
    }),
  ];
}
