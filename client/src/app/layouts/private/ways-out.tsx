import type { Profile } from '@clearcut/schemas/identity/http';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { authModal } from '../../../features/auth/modal/auth-modal.ts';
import { session } from '../../../features/auth/session/session.ts';
import { useProfile } from '../../../features/auth/session/useProfile.ts';
import { firstPathFor } from '../../../features/private-area/menu.ts';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';

const READ_MS = 10_000;

export interface ToLoginProps {
  readonly asks: boolean;
}

export function ToLogin({ asks }: ToLoginProps) {
  const language = useLanguage();
  const { pathname, search } = useLocation();
  const goTo = useRef(pathname + search);
  useEffect(() => {
    const reason = session.hasEnded ? 'ended' : asks ? 'page' : undefined;
    if (reason !== undefined) authModal.open('login', { reason, goTo: goTo.current });
  }, [asks]);
  return <Navigate to={localPath(language, '/')} replace />;
}

export function ToOpenPage({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('app');
  useEffect(() => {
    showToast(t('closed'), { tone: 'info', durationMs: READ_MS });
  }, [t]);
  return <Navigate to={firstPathFor(profile)} replace />;
}

export function ToFirstPage() {
  return <Navigate to={firstPathFor(useProfile())} replace />;
}
