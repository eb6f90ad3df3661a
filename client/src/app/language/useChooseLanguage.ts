import { useCallback } from 'react';
import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../lib/contracts/call.ts';
import { session } from '../../features/auth/session/session.ts';
import { rememberLanguage } from '../../lib/i18n/i18n.ts';
import type { Language } from '@clearcut/schemas/languages';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';

export function useChooseLanguage(): (language: Language) => void {
  const failureToast = useFailureToast();
  return useCallback(
    (language) => {
      rememberLanguage(language);
      if (session.getState().status !== 'loggedIn') return;
      call(userContracts.update, { body: { language } }).then((profile) => session.update(profile), failureToast);
    },
    [failureToast],
  );
}
