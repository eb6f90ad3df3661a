import type { Profile } from '@clearcut/schemas/identity/http';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, type Location } from 'react-router';
import { authModal } from '../../../features/auth/modal/auth-modal.ts';
import { session } from '../../../features/auth/session/session.ts';
import { useProfile } from '../../../features/auth/session/useProfile.ts';
import { firstPathFor } from '../../../features/private-area/menu.ts';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { readStored } from '../../../lib/storage/storage.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';

const READ_MS = 10_000;

export interface ToLoginProps {
  readonly asks: boolean;
}

/** The end of a login empties the dashboard; the editor opens its picture by the address. */
function wayBack({ pathname, search }: Location): string {
  const shown = session.hasEnded && pathname === '/app/dashboard' ? readStored('last-transaction') : undefined;
  return shown === undefined ? pathname + search : `/app/editor?image=${shown}`;
}

export function ToLogin({ asks }: ToLoginProps) {
  const language = useLanguage();
  const goTo = useRef(wayBack(useLocation()));
  useEffect(() => {
    const reason = session.hasEnded ? 'ended' : asks ? 'page' : undefined;
    session.hasEnded = false;
    // An interrupted save has opened it, and leads to its own picture.
    if (reason !== undefined && !authModal.getState().isOpen) authModal.open('login', { reason, goTo: goTo.current });
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
