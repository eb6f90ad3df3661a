import { call } from '../../lib/contracts/call.ts';
import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { useMutation } from '@tanstack/react-query';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { type Language, tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { session } from '../auth/session/session.ts';

/** The layout switches language once the server has accepted the change. */
export function LanguageField() {
  const { t } = useTranslation('account');
  const shown = useLanguage();
  const failureToast = useFailureToast();
  const change = useMutation({
    mutationFn: (language: Language) => call(userContracts.update, { body: { language } }),
    onSuccess: (profile) => session.update(profile),
    onError: failureToast,
  });
  return (
    <FormPart title={t('language.title')}>
      <TextField
        select
        label={t('language.label')}
        value={change.isPending ? change.variables : shown}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate(target.value as Language)}
        sx={{ maxWidth: 320 }}
      >
        {TRANSLATIONS.map(({ code, label }) => (
          <MenuItem key={code} value={code} lang={tagOf(code)} sx={{ fontFamily: 'system-ui, sans-serif' }}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </FormPart>
  );
}
