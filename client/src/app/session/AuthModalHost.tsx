import type { Profile } from '@clearcut/schemas/identity/http';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';
import { session } from '../../features/auth/session/session.ts';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { useStore } from '../../lib/useStore.ts';

const loadMenu = () => import('../../features/private-area/menu.ts');

// With the options: a button that comes later would move the dialog.
const load = () =>
  Promise.all([
    import('../../features/auth/modal/AuthModal.tsx'),
    addTexts('auth'),
    import('../../features/auth/human-check/useAuthOptions.ts').then(({ loadAuthOptions }) => loadAuthOptions()),
    loadMenu(),
  ]);
const AuthModal = lazy(async () => ({ default: (await load())[0].AuthModal }));

const AddressEffects = lazy(async () => ({ default: (await import('./AddressEffects.tsx')).AddressEffects }));

export function preloadAuthModal(): void {
  // Ignores a failure: opening the modal retries and reports it.
  void Promise.allSettled([load()]);
}

export function AuthModalHost() {
  const state = useStore(authModal);
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
      {state.type !== undefined && (
        <AuthModal {...state} type={state.type} onEntered={onEntered} onClose={() => authModal.close()} />
      )}
    </Suspense>
  );
}
