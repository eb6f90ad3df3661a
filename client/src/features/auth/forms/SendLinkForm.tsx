import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { recoverSchema } from './schemas.ts';
import { useHumanCheck } from '../human-check/useHumanCheck.tsx';
import { EmailField } from './EmailField.tsx';
import { FormShell } from './FormShell.tsx';
import { MailSent } from './MailSent.tsx';
import { useAuthForm } from './useAuthForm.ts';

/** Neither answer reveals whether the account exists. */
const contracts = { reset: authContracts.sendToken, magic: authContracts.sendMagicLink } as const;

export interface SendLinkFormProps {
  readonly kind: keyof typeof contracts;
  readonly onSent?: (() => void) | undefined;
  readonly isForPicture?: boolean;
}

export function SendLinkForm({ kind, onSent, isForPicture = false }: SendLinkFormProps) {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const { widget, checked } = useHumanCheck();
  const [sentTo, setSentTo] = useState<string>();
  const { form, submit, failure, busy } = useAuthForm(recoverSchema, { email: '' }, async ({ email }) => {
    const address = email.trim();
    await checked((token) => call(contracts[kind], { body: { email: address, language, ...token } }));
    onSent?.();
    setSentTo(address);
  });
  if (sentTo !== undefined) {
    return (
      <MailSent to={sentTo} isForPicture={kind === 'magic' && isForPicture} onAgain={() => setSentTo(undefined)} />
    );
  }
  return (
    <FormShell onSubmit={submit} failure={failure} busy={busy} action={t(`link.${kind}.submit`)}>
      <FormField form={form} name="email" as={EmailField} label={t('field.email')} autoComplete="username" />
      {widget}
    </FormShell>
  );
}
