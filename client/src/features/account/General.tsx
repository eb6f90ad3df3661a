import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { authModal } from '../auth/modal/auth-modal.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import { mayHavePictures } from '../private-area/menu.ts';
import { CloseAccount } from './CloseAccount.tsx';
import { LanguageField } from './LanguageField.tsx';
import { NameForm } from './NameForm.tsx';
import { SecondFactor } from './second-factor/SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';
import { ThirdPartyLogins } from './ThirdPartyLogins.tsx';

const CurrencyPart = lazy(async () => {
  const [{ CurrencyPart }] = await Promise.all([import('./CurrencyPart.tsx'), addTexts('payments', 'tax')]);
  return { default: CurrencyPart };
});

function Password() {
  const { t } = useTranslation('account');
  const { has_password: has } = useProfile();
  return (
    <FormPart title={t('password.title')}>
      <Typography>{t(has ? 'password.set' : 'password.none')}</Typography>
      <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => authModal.open('changePassword')}>
        {t(has ? 'password.change' : 'password.create')}
      </Button>
    </FormPart>
  );
}

function WhoLooked() {
  const { t } = useTranslation('account');
  return (
    <FormPart title={t('whoLooked.title')}>
      <Typography>{t('whoLooked.text')}</Typography>
      <Button variant="outlined" component={Link} to="/app/who-looked" sx={{ justifySelf: 'start' }}>
        {t('whoLooked.open')}
      </Button>
    </FormPart>
  );
}

export function General() {
  const profile = useProfile();
  const { hasCredits } = useSiteFacts();
  return (
    <Sheet sx={snipped(28)}>
      <NameForm />
      <LanguageField />
      {hasCredits && (
        <Suspense>
          <CurrencyPart />
        </Suspense>
      )}
      <Password />
      <SecondFactor />
      <ThirdPartyLogins />
      <Sessions />
      {mayHavePictures(profile) && <WhoLooked />}
      <CloseAccount />
    </Sheet>
  );
}
