import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { Logo } from '../../ui/Logo.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** Logo, the way to the instructions, language and light. `minimal` leaves out what leads away from the work. */
export function Header({ minimal = false }: { minimal?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const home = localPath(language, '/');
  return (
    <Box
      component="header"
      sx={{
        width: '100%',
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: '16px', md: '32px' },
        minHeight: { xs: 60, md: 72 },
        display: 'flex',
        alignItems: 'center',
        gap: { xs: '4px', md: '16px' },
      }}
    >
      <Link
        component={RouterLink}
        to={home}
        underline="none"
        aria-label={t('nav.home')}
        sx={{ marginInlineEnd: 'auto', paddingBlock: '6px', borderRadius: '4px' }}
      >
        <Logo />
      </Link>
      {!minimal && (
        <Box component="nav" aria-label={t('nav.main')} sx={{ display: { xs: 'none', sm: 'block' } }}>
          <Link
            component={RouterLink}
            to={`${home}#how-to-use`}
            underline="hover"
            sx={{ fontWeight: 550, padding: '10px 8px', borderRadius: '4px' }}
          >
            {t('nav.howToUse')}
          </Link>
        </Box>
      )}
      <LanguageSelect />
      <ThemeSwitch />
    </Box>
  );
}
