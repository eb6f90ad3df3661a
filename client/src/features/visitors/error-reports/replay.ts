import { replayIntegration } from '@sentry/browser';

/** Session replay with every text, value and picture masked. */
export const replay = () =>
  replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true, networkCaptureBodies: false });
