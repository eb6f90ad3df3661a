import Box from '@mui/material/Box';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { FactorNotice } from '../../../features/account/second-factor/FactorNotice.tsx';
import { UnprovedNotice } from '../../../features/auth/proof/UnprovedNotice.tsx';
import { session } from '../../../features/auth/session/session.ts';
import { useSession } from '../../../features/auth/session/useSession.ts';
import { DueBanner } from '../../../features/billing/payments/due/DueBanner.tsx';
import { Credits } from '../../../features/pictures/saves/Credits.tsx';
import { addTexts, rememberLanguage } from '../../../lib/i18n/i18n.ts';
import { isTranslated } from '@clearcut/schemas/languages';
import { showLanguage } from '../../language/show-language.ts';
import { Header } from '../Header.tsx';
import { ServerData } from '../ServerData.tsx';
import { SIDEWAYS } from '../../../ui/page/sideways.ts';
import { SignOut } from '../SignOut.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { keepPlace } from './keep-place.ts';
import { Loader } from './Loader.tsx';
import { itemAt } from '../../../features/private-area/menu.ts';
import { PrintStyles } from './PrintStyles.tsx';
import { ToLogin, ToOpenPage } from './ways-out.tsx';
import { SidebarItems } from './SidebarItems.tsx';

const SetUpFirst = lazy(async () => {
  const [{ SetUpFirst }] = await Promise.all([import('../../../features/account/SetUpFirst.tsx'), addTexts('account')]);
  return { default: SetUpFirst };
});

/** docs/product.md, Pages. */
const SIDEBAR_PX = 250;
const HEADER_PX = 72;
/** Beside notices, a small window has no room for the editor's picture. */
const OUT_OF_ITS_WAY = {
  display: { xs: 'none', md: 'block' },
  '@media (height < 500px)': { display: 'none' },
} as const;

/** Private addresses have no language: uses the account's, if known. */
function useAccountLanguage(code: string | undefined): void {
  useEffect(() => {
    if (!isTranslated(code)) return;
    rememberLanguage(code);
    void showLanguage(code);
  }, [code]);
}

export function PrivateLayout() {
  const { status, profile } = useSession();
  const { pathname } = useLocation();
  const { t } = useTranslation('app');
  useAccountLanguage(status === 'loggedIn' ? profile.language : undefined);

  useEffect(keepPlace, []);

  const [wasLoggedIn, setWasLoggedIn] = useState(false);
  if (status === 'loggedIn' && !wasLoggedIn) setWasLoggedIn(true);

  useEffect(() => {
    void session.check();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pathname]);

  if (status === 'checking') return <Loader />;
  if (status === 'loggedOut') return <ToLogin asks={!wasLoggedIn} />;
  if (profile.must_set_up_second_factor) {
    return (
      <ServerData>
        <Suspense fallback={<Loader />}>
          <SetUpFirst>
            <SignOut email={profile.email} />
          </SetUpFirst>
        </Suspense>
      </ServerData>
    );
  }
  if (itemAt(pathname)?.isFor(profile) === false) return <ToOpenPage profile={profile} />;
  return (
    <ServerData>
      <PrintStyles />
      <SkipLink />
      <Header sidebar={<SidebarItems />} credits={<Credits compact />} />
      <Box sx={{ flexGrow: 1, display: 'flex' }}>
        <Box
          sx={{
            display: { xs: 'none', md: 'flex' },
            [SIDEWAYS]: { display: 'none' },
            flexDirection: 'column',
            justifyContent: 'space-between',
            gap: 4,
            position: 'sticky',
            insetBlockStart: 0,
            flex: `0 0 ${SIDEBAR_PX}px`,
            width: SIDEBAR_PX,
            // Fits below the header, so that its foot stays visible.
            height: `calc(100dvh - ${HEADER_PX}px)`,
            overflowY: 'auto',
            padding: '8px 12px 16px',
          }}
        >
          <SidebarItems />
          <section aria-label={t('menu.account')}>
            <Box sx={{ padding: '0 12px 14px' }}>
              <Credits />
            </Box>
            <SignOut email={profile.email} />
          </section>
        </Box>
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{
            flexGrow: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            outline: 'none',
            overflow: 'clip',
            borderStartStartRadius: { md: '14px' },
            [SIDEWAYS]: { borderStartStartRadius: 0 },
          }}
        >
          <Box sx={pathname.startsWith('/app/editor') ? OUT_OF_ITS_WAY : undefined}>
            <DueBanner />
            {profile.second_factor_due !== null && <FactorNotice due={profile.second_factor_due} />}
            {!profile.email_verified && <UnprovedNotice email={profile.email} />}
          </Box>
          <Outlet />
        </Box>
      </Box>
    </ServerData>
  );
}
