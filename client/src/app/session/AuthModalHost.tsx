import type { Profile } from '@clearcut/schemas/identity/http';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';
import { session } from '../../features/auth/session/session.ts';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { useStore } from '../../lib/useStore.ts';
import { showToast } from '../../ui/toasts/show-toast.ts';

const loadMenu = () => import('../../features/private-area/menu.ts');

// With the options: a button that comes later would move the dialog.
export const loadAuthModal = () =>
  Promise.all([
    import('../../features/auth/modal/AuthModal.tsx'),
    addTexts('auth'),
    import('../../features/auth/human-check/useAuthOptions.ts').then(({ loadAuthOptions }) => loadAuthOptions()),
    loadMenu(),
    // Reports what the connection keeps from the account.
    import('../../ui/toasts/Toaster.tsx'),
  ]);
const AuthModal = lazy(async () => ({ default: (await loadAuthModal())[0].AuthModal }));

const AddressEffects = lazy(async () => ({ default: (await import('./AddressEffects.tsx')).AddressEffects }));

export function preloadAuthModal(): void {
  // Ignores a failure: opening the modal retries and reports it.
  void Promise.allSettled([loadAuthModal()]);
}

/** A failure leaves the page as it is. */
function useIsLoaded(isWanted: boolean): boolean {
  const { t } = useTranslation('failures');
  const [isLoaded, setLoaded] = useState(false);
  const isMissing = isWanted && !isLoaded;
  useEffect(() => {
    if (!isMissing) return;
    loadAuthModal().then(
      () => setLoaded(true),
      () => {
        authModal.close();
        showToast(t('network'), { tone: 'error', durationMs: 10_000 });
      },
    );
  }, [isMissing, t]);
  return isLoaded;
}

export function AuthModalHost() {
  const state = useStore(authModal);
  const isLoaded = useIsLoaded(state.type !== undefined);
  const navigate = useNavigate();
  const { search } = useLocation();

  const { goTo } = state;
  const onEntered = useCallback(
    (profile: Profile) => {
      const enter = async () => {
        const path = goTo ?? (await loadMenu()).firstPathFor(profile);
        authModal.close();
        await navigate(path);
      };
      void enter();
    },
    [goTo, navigate],
  );

  useEffect(() => {
    session.onElsewhere = (profile) => {
      if (authModal.getState().isOpen) onEntered(profile);
    };
    return () => {
      session.onElsewhere = () => undefined;
    };
  }, [onEntered]);

  return (
    <Suspense>
      {/[?&](oauth_error|authTrigger)=/.test(search) && <AddressEffects />}
      {isLoaded && state.type !== undefined && (
        <AuthModal {...state} type={state.type} onEntered={onEntered} onClose={() => authModal.close()} />
      )}
    </Suspense>
  );
}
