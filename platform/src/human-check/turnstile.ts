import { z } from 'zod';
import type { HumanCheck } from './port.ts';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const TIMEOUT_MS = 5_000;

const answerSchema = z.object({ success: z.boolean() });

/** Fails every check while Cloudflare is unreachable. */
export function createTurnstile({
  siteKey,
  secretKey,
  verifyUrl = VERIFY_URL,
}: {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly verifyUrl?: string;
}): HumanCheck {
  return {
    siteKey,
    async passes(token, address) {
      if (token === undefined || token === '') return false;
      try {
        const answer = await fetch(verifyUrl, {
          method: 'POST',
          body: new URLSearchParams({ secret: secretKey, response: token, remoteip: address }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return answerSchema.parse(await answer.json()).success;
      } catch {
        return false;
      }
    },
  };
}
