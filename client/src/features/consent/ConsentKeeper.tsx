import { isPaidVisit } from '@clearcut/schemas/site/campaign';
import type { Tags } from '@clearcut/schemas/site/facts';
import { useEffect, useRef, useState } from 'react';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { onConsentSettings } from '../../lib/site/consent-settings.ts';
import { ConsentBanner } from './ConsentBanner.tsx';
import { findCountry } from './country.ts';
import { decide } from './decide.ts';
import { type Consent, keepConsent, readConsent } from './record.ts';
import { googleTagManager } from './tags/google-tag-manager.ts';

export interface ConsentKeeperProps {
  readonly manager: Extract<Tags, { kind: 'gtm' }>;
  /** Path of the page that is shown. */
  readonly path: string;
  readonly onOpen: (path: string) => void;
}

const isRefused = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** Asks for a consent where one is due, and has visitors counted as they chose. */
export function ConsentKeeper({ manager, path, onOpen }: ConsentKeeperProps) {
  const language = useLanguage();
  const [consent, setConsent] = useState(readConsent);
  const [country, setCountry] = useState<string | null>();
  const [isAskedFor, setAskedFor] = useState(false);
  const [isAlwaysCounted] = useState(() => manager.paidTraffic === 'always' && isPaidVisit(location.search));
  const [counter] = useState(() => googleTagManager(manager.id));
  const before = useRef<Element>(null);
  const { asks, counts, isAssumed } = decide({
    stored: consent,
    isRefused: isRefused(),
    country,
    isAlwaysCounted,
    path,
  });

  useEffect(() => {
    if (readConsent() === undefined && !isRefused()) void findCountry().then(setCountry);
    return onConsentSettings(() => {
      before.current = document.activeElement;
      setAskedFor(true);
    });
  }, []);

  useEffect(() => {
    if (isAssumed) keepConsent({ choice: 'all', by: 'country' });
  }, [isAssumed]);

  useEffect(() => {
    if (!counts) return undefined;
    counter.start();
    return () => counter.stop();
  }, [counts, counter]);

  useEffect(() => {
    if (counts) counter.showPage(path);
  }, [counts, counter, path]);

  if (!asks && !isAskedFor) return null;
  const policy = localPath(language, '/cookies-policy');
  const choose = (choice: Consent['choice']): void => {
    setConsent(keepConsent({ choice, by: 'person' }));
    setAskedFor(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <ConsentBanner
      consent={consent}
      isAskedFor={isAskedFor}
      policy={policy}
      onPolicy={() => onOpen(policy)}
      onChoose={choose}
    />
  );
}
