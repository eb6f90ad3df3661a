import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useSession } from '../../features/auth/session/useSession.ts';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { Logo } from '../../ui/Logo.tsx';
import { SIDEWAYS } from '../../ui/page/sideways.ts';
import { AccountButtons } from './AccountButtons.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { MenuButton } from './MenuButton.tsx';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { siteLinks } from '../../lib/site/links.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export interface HeaderProps {
  readonly minimal?: boolean;
  readonly sidebar?: ReactNode;
  readonly credits?: ReactNode;
}

export function Header({ minimal = false, sidebar, credits }: HeaderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { profile } = useSession();
  const home = localPath(language, '/');
  const inside = sidebar !== undefined;
  const links = siteLinks(language, useSiteFacts()).filter(({ name }) => !minimal || name === 'pricing');
  return (
    <Box
      component="header"
      sx={{
        width: '100%',
        maxWidth: inside ? 'none' : 1280,
        marginInline: 'auto',
        paddingInline: { xs: 2, md: inside ? 3 : 4 },
        minHeight: { xs: 60, md: 72 },
        // A phone held sideways.
        '@media (height < 500px)': { minHeight: 52 },
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, lg: 1.5 },
      }}
    >
      <Link
        component={RouterLink}
        to={profile === undefined ? home : '/app/my-images'}
        underline="none"
        aria-label={profile === undefined ? t('nav.home') : t('nav.app')}
        sx={{ marginInlineEnd: 'auto', paddingBlock: 0.75, borderRadius: '4px' }}
      >
        <Logo />
      </Link>
      <Box sx={{ display: { xs: 'none', md: 'contents' } }}>
        {/* Not every language fits at medium widths; the menu has these links. */}
        <Box
          component="nav"
          aria-label={t('nav.main')}
          sx={{ display: minimal ? 'block' : { md: 'none', lg: 'block' } }}
        >
          {links.map(({ name, to }) => (
            <Link
              key={name}
              component={RouterLink}
              to={to}
              underline="hover"
              sx={{
                fontWeight: 'strong',
                paddingBlock: '10px',
                paddingInline: 1,
                borderRadius: '4px',
              }}
            >
              {t(`nav.${name}`)}
            </Link>
          ))}
        </Box>
        <LanguageSelect />
        <ThemeSwitch />
        {!inside && <AccountButtons />}
      </Box>
      {credits !== undefined && <Box sx={{ display: { md: 'none' }, [SIDEWAYS]: { display: 'block' } }}>{credits}</Box>}
      <MenuButton until={minimal ? 'md' : 'lg'}>{sidebar}</MenuButton>
    </Box>
  );
}
