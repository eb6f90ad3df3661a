import { replayIntegration } from '@sentry/browser';

/** Records how a page looked and what was done on it, with every text, value and picture covered. */
export const replay = () =>
  replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true, networkCaptureBodies: false });
