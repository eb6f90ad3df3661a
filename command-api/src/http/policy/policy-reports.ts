import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import { operationsContracts } from '@clearcut/schemas/contracts/operations';
import { route, type Route } from '../contract.ts';

/** Anyone can send reports. */
const LOG_INTERVAL_MS = 60_000;

/** Counts what browsers refused, and logs a sample without page or address of a person. */
export function policyReportsRoute(metrics: Metrics): Route {
  const count = metrics.counter('policy_violations_total', 'Parts of pages that browsers refused by our policy');
  let loggedAt = -Infinity;
  return route(operationsContracts.policyReports, async ({ body, request }) => {
    const violations = body.filter(({ type }) => type === 'csp-violation');
    for (const _ of violations) count();
    const [first] = violations;
    if (first === undefined || performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    const { effectiveDirective = '', blockedURL = '' } = first.body ?? {};
    const blocked = URL.canParse(blockedURL) ? new URL(blockedURL).host : blockedURL;
    request.log.warn(
      { directive: short(effectiveDirective), blocked: short(blocked) },
      'a browser refused part of a page',
    );
  });
}

const short = (text: string): string => text.slice(0, 80);
