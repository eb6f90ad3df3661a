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
import { onCaught } from '../../lib/errors/caught.ts';
import { readConsent } from '../consent/record.ts';
import { scrub } from './scrub.ts';

/** docs/product.md, Error reports. */
const TRACED = 0.1;
const RECORDED = 0.01;

/** An event without anything that is of a person. What stays of the page is its address without parameters. */
function impersonal(event: Event): Event {
  const { user: _, request: _request, breadcrumbs: _breadcrumbs, ...rest } = event;
  return { ...scrub(rest), request: scrub({ url: location.origin + location.pathname }) };
}

/**
 * Reports errors of the page, and how long one page in ten takes. Of the parts of Sentry's library those are left out that tell of the person:
 * what they pressed, their browser, their sessions.
 */
export async function reportErrors({ dsn }: ErrorReporting): Promise<void> {
  const consent = readConsent();
  const mayRecord = consent?.choice === 'all' && consent.about.includes('errors');
  // Not by `init`, which brings all that is left out here.
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
    // None of our own requests carries a header of it.
    tracePropagationTargets: [],
    tracesSampleRate: TRACED,
    // One message a page, which `impersonal` sees; streamed spans pass it by.
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
