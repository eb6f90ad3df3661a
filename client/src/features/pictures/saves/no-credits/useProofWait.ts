import { useEffect, useState } from 'react';
import { useSiteFacts } from '../../../../lib/site/facts.ts';
import { session } from '../../../auth/session/session.ts';
import { useSession } from '../../../auth/session/useSession.ts';
import { rememberWish } from '../../../private-area/save-wish.ts';
import { useCredits } from '../useCredits.ts';
import { GRANT_MS, noCredits } from '../lack-of-credits.ts';

/** The address may be proved on another device, which this browser learns only by polling. */
const POLL_INTERVAL_MS = 3_000;

/**
 * Whether a save waits for the first credits, which the proof of the person's address brings. Makes it once they are
 * there, also after the dialog was closed.
 * @param isLacking a save has just found no credits
 */
export function useProofWait(isLacking: boolean): boolean {
  const { starterCredits } = useSiteFacts();
  const { profile } = useSession();
  const credits = useCredits() ?? 0;
  const isProved = profile?.email_verified ?? false;
  const mayWait = starterCredits > 0 && profile?.role === 'admin' && (!isProved || noCredits.expectsGrant);
  const [isWaiting, setWaiting] = useState(false);
  if (isLacking && mayWait && !isWaiting) setWaiting(true);

  useEffect(() => {
    if (!isWaiting || isProved) return undefined;
    const save = noCredits.wantedSave;
    // For the page that the mailed link opens, should this one be closed.
    if (save !== undefined) rememberWish(save.id, save.resumeAt);
    const ask = () => {
      if (!document.hidden) void session.renew().catch(() => undefined);
    };
    const timer = setInterval(ask, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [isWaiting, isProved]);

  useEffect(() => {
    if (!isWaiting || !isProved) return undefined;
    if (credits === 0) {
      const timer = setTimeout(() => setWaiting(false), GRANT_MS);
      return () => clearTimeout(timer);
    }
    const saveAgain = () => {
      setWaiting(false);
      const save = noCredits.wantedSave;
      noCredits.close();
      void save?.again();
    };
    const timer = setTimeout(saveAgain);
    return () => clearTimeout(timer);
  }, [isWaiting, isProved, credits]);

  return isWaiting;
}
