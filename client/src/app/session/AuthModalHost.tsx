import type { Profile } from '@clearcut/schemas/identity/http';
import { lazy, Suspense, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { useStore } from '../../lib/useStore.ts';
import { firstPathFor } from '../../features/private-area/menu.ts';

const load = () => Promise.all([import('../../features/auth/modal/AuthModal.tsx'), addTexts('auth')]);
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
      authModal.close();
      void navigate(goTo ?? firstPathFor(profile));
    },
    [goTo, navigate],
  );

  return (
    <Suspense>
      {/[?&](oauth_error|authTrigger)=/.test(search) && <AddressEffects />}
      {state.type !== undefined && (
        <AuthModal {...state} type={state.type} onEntered={onEntered} onClose={() => authModal.close()} />
      )}
    </Suspense>
  );
}
