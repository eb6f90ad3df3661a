import type { Profile } from '@clearcut/schemas/identity/http';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { authModal } from '../../../features/auth/modal/auth-modal.ts';
import { useProfile } from '../../../features/auth/session/useProfile.ts';
import { firstPathFor } from '../../../features/private-area/menu.ts';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';

/** Long enough to be read on a page that has just changed. */
const READ_MS = 10_000;

export interface ToLoginProps {
  /** Whether the person came without a login, and so is asked for one: a person who has just signed out is not. */
  readonly asks: boolean;
}

/** From a private page to the home page, where the login that opens the page is asked for. */
export function ToLogin({ asks }: ToLoginProps) {
  const language = useLanguage();
  const { pathname, search } = useLocation();
  const goTo = useRef(pathname + search);
  useEffect(() => {
    if (asks) authModal.open('login', { reason: 'page', goTo: goTo.current });
  }, [asks]);
  return <Navigate to={localPath(language, '/')} replace />;
}

/** From a page that a member may not see to the first that they may, with a word about why. */
export function ToOpenPage({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('app');
  useEffect(() => {
    showToast(t('closed'), { tone: 'info', durationMs: READ_MS });
  }, [t]);
  return <Navigate to={firstPathFor(profile)} replace />;
}

/** To the first page of the menu that is open to the person. */
export function ToFirstPage() {
  return <Navigate to={firstPathFor(useProfile())} replace />;
}
