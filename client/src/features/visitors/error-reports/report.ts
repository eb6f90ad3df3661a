import {
  BrowserClient,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  type Event,
  eventFiltersIntegration,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser';
import type { ErrorReporting } from '@clearcut/schemas/site/facts';
import { onCaught } from '../../../lib/errors/caught.ts';
import { readConsent } from '../consent/record.ts';
import { scrub } from './scrub.ts';

/** docs/product.md, Error reports */
const TRACED = 0.1;
const RECORDED = 0.01;

/** Removes everything personal. Only the page's address without parameters remains. */
function impersonal(event: Event): Event {
  const { user: _, request: _request, breadcrumbs: _breadcrumbs, ...rest } = event;
  return { ...scrub(rest), request: scrub({ url: location.origin + location.pathname }) };
}

/**
 * Reports errors, and timings of one page in ten. Leaves out Sentry integrations that describe the person: clicks,
 * browser, sessions.
 */
export async function reportErrors({ dsn }: ErrorReporting): Promise<void> {
  const consent = readConsent();
  const mayRecord = consent?.choice === 'all' && consent.about.includes('errors');
  // Not `init`, which adds the default integrations left out here.
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    environment: import.meta.env.MODE,
    integrations: [
      eventFiltersIntegration(),
      globalHandlersIntegration({ onerror: true, onunhandledrejection: import.meta.env.PROD }),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      browserTracingIntegration(),
    ],
    // Adds no tracing headers to our own requests.
    tracePropagationTargets: [],
    tracesSampleRate: TRACED,
    // One message per page, filtered by `impersonal`, which streamed spans bypass.
    traceLifecycle: 'static',
    replaysSessionSampleRate: mayRecord ? RECORDED : 0,
    replaysOnErrorSampleRate: 0,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
  });
  getCurrentScope().setClient(client);
  client.init();
  client.addEventProcessor(impersonal);
  onCaught((error) => {
    if (error instanceof Error) captureException(error);
  });
  if (!mayRecord) return;
  const { replay } = await import('./replay.ts');
  client.addIntegration(replay());
}
