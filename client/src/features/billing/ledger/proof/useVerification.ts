import type { LedgerProgress } from '@clearcut/schemas/credits/audit-http';
import { useEffect, useState } from 'react';

export interface Verification {
  readonly progress: LedgerProgress | undefined;
  readonly isRunning: boolean;
  /** The stream ended before its last message. */
  readonly isCutOff: boolean;
  readonly start: () => void;
}

/** Streams an audit from `url`; stops with the page. */
export function useVerification(url: string): Verification {
  // A new number starts a new audit.
  const [run, setRun] = useState(0);
  const [progress, setProgress] = useState<LedgerProgress>();
  const [isCutOff, setIsCutOff] = useState(false);
  useEffect(() => {
    if (run === 0) return undefined;
    const stream = new EventSource(url);
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const received = JSON.parse(data) as LedgerProgress;
      setProgress(received);
      if (received.result !== null) stream.close();
    });
    // Otherwise the browser would reconnect and restart the whole audit.
    stream.addEventListener('error', () => {
      stream.close();
      setIsCutOff(true);
    });
    return () => stream.close();
  }, [run, url]);
  return {
    progress,
    isRunning: run > 0 && !isCutOff && !progress?.result,
    isCutOff,
    start() {
      setProgress(undefined);
      setIsCutOff(false);
      setRun((before) => before + 1);
    },
  };
}
