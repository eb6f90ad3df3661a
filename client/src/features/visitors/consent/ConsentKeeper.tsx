import { isPaidVisit } from '@clearcut/schemas/site/campaign';
import type { SiteFacts } from '@clearcut/schemas/site/facts';
import { useEffect, useRef, useState } from 'react';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { onConsentSettings } from '../../../lib/site/consent-settings.ts';
import { useSession } from '../../auth/session/useSession.ts';
import { ConsentBanner } from './ConsentBanner.tsx';
import { findCountry } from './country.ts';
import { decide } from './decide.ts';
import { type Consent, type ConsentSubject, storeConsent, readConsent, recordInAccount } from './record.ts';
import { googleTagManager } from './tags/google-tag-manager.ts';

export interface ConsentKeeperProps {
  readonly facts: Pick<SiteFacts, 'tags' | 'chat' | 'errors'>;
  readonly path: string;
  readonly onOpen: (path: string) => void;
  readonly onAgreed: () => void;
}

const isRefused = (): boolean => 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

const subjectsOf = ({ tags, chat, errors }: ConsentKeeperProps['facts']): ConsentSubject[] => [
  ...(tags?.kind === 'gtm' ? (['tags'] as const) : []),
  ...(chat === undefined ? [] : (['chat'] as const)),
  ...(errors === undefined ? [] : (['errors'] as const)),
];

/** Consent to fewer subjects than now required does not count. */
function readFor(subjects: readonly ConsentSubject[]): Consent | undefined {
  const consent = readConsent();
  return subjects.every((subject) => consent?.about.includes(subject)) ? consent : undefined;
}

export function ConsentKeeper({ facts, path, onOpen, onAgreed }: ConsentKeeperProps) {
  const language = useLanguage();
  const { status, profile } = useSession();
  const [about] = useState(() => subjectsOf(facts));
  const [consent, setConsent] = useState(() => readFor(about));
  const [country, setCountry] = useState<string | null>();
  const [isReopened, setReopened] = useState(false);
  const manager = facts.tags?.kind === 'gtm' ? facts.tags : undefined;
  const [isAlwaysCounted] = useState(() => manager?.paidTraffic === 'always' && isPaidVisit(location.search));
  const [counter] = useState(() => manager && googleTagManager(manager.id));
  const before = useRef<Element>(null);
  const { asks, agrees, counts, isAssumed } = decide({
    stored: consent,
    isRefused: isRefused(),
    country,
    isAlwaysCounted,
    path,
  });

  useEffect(() => {
    if (readFor(about) === undefined && !isRefused()) void findCountry().then(setCountry);
    return onConsentSettings(() => {
      before.current = document.activeElement;
      setReopened(true);
    });
  }, [about]);

  useEffect(() => {
    if (isAssumed) storeConsent({ choice: 'all', by: 'country', about, country: country ?? null });
  }, [isAssumed, about, country]);

  useEffect(() => {
    if (status === 'loggedIn' && consent !== undefined) void recordInAccount(profile.pk);
  }, [consent, status, profile?.pk]);

  useEffect(() => {
    if (agrees) onAgreed();
  }, [agrees, onAgreed]);

  useEffect(() => {
    if (!counts || counter === undefined) return undefined;
    counter.start();
    return () => counter.stop();
  }, [counts, counter]);

  useEffect(() => {
    if (counts) counter?.showPage(path);
  }, [counts, counter, path]);

  useEffect(() => {
    if (!agrees || counter === undefined || status !== 'loggedIn') return undefined;
    counter.showUser(profile);
    return () => counter.hideUser();
    // The same person's renewed profile is not a change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [agrees, counter, status, profile?.pk]);

  if (!asks && !isReopened) return null;
  const policy = localPath(language, '/cookies-policy');
  const choose = (choice: Consent['choice']): void => {
    // A reopened banner keeps the earlier country.
    setConsent(storeConsent({ choice, by: 'person', about, country: country ?? consent?.country ?? null }));
    setReopened(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <ConsentBanner
      consent={consent}
      about={about}
      chat={facts.chat}
      isReopened={isReopened}
      policy={policy}
      onPolicy={() => onOpen(policy)}
      onChoose={choose}
    />
  );
}
