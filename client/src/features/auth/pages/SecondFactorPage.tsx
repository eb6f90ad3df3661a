import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { Head } from '../../../ui/page/Head.tsx';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';
import { firstPathFor } from '../../private-area/menu.ts';
import { SecondFactorForm } from '../forms/SecondFactorForm.tsx';

/** Third-party logins return here when the account has a second factor. */
export function SecondFactorPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const returnTo = query.get('return_to') ?? '';
  // Local paths only: `//elsewhere.example` leads out.
  const isOurs = /^\/(?![/\\])/.test(returnTo);
  return (
    <>
      <Head page="magicLink" />
      <SheetPage title={t('secondFactor.title')}>
        <SecondFactorForm
          onEntered={(profile) => void navigate(isOurs ? returnTo : firstPathFor(profile), { replace: true })}
        />
      </SheetPage>
    </>
  );
}
