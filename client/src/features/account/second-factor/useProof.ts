import { useState } from 'react';
import { toFailure } from '../../../lib/errors/failure.ts';

export interface Proof {
  /** Whether the person is asked who they are. */
  readonly isAsked: boolean;
  /** Runs a call; one that the server wants a recent proof for is put off until `proved`. @throws Failure any other */
  readonly run: (call: () => Promise<void>) => Promise<void>;
  /** The person has proved it: what was put off runs now. */
  readonly proved: () => Promise<void>;
  readonly cancel: () => void;
}

/** Calls that need a recent proof of who is at the browser: the server says whether the last one is recent enough. */
export function useProof(): Proof {
  const [putOff, setPutOff] = useState<() => Promise<void>>();
  return {
    isAsked: putOff !== undefined,
    run: async (call) => {
      try {
        await call();
      } catch (error) {
        if (toFailure(error).code !== 'proof_required') throw error;
        setPutOff(() => call);
      }
    },
    proved: async () => {
      setPutOff(undefined);
      await putOff?.();
    },
    cancel: () => setPutOff(undefined),
  };
}
