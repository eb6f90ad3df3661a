import { describe } from 'vitest';
import type { AdapterUnderTest } from '../adapter.ts';
import { deliverySuite } from './delivery-suite.ts';
import { failureSuite } from './failure-suite.ts';
import { orderSuite } from './order-suite.ts';
import { stopSuite } from './stop-suite.ts';
import { topicUnderTest } from '../topic-under-test.ts';

/** Contract of every adapter towards one process; for several see `process-suite.ts`. */
export function messageBusSuite(adapter: string, start: () => Promise<AdapterUnderTest>): void {
  describe(`message bus: ${adapter}`, { timeout: 120_000 }, () => {
    const here = topicUnderTest(start);
    deliverySuite(here);
    orderSuite(here);
    failureSuite(here);
    stopSuite(here);
  });
}
