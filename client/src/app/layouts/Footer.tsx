import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { asksForConsent } from '@clearcut/schemas/site/facts';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { uploadStore } from '../../features/pictures/uploads/upload-store.ts';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { openConsentSettings } from '../../lib/site/consent-settings.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { Logo } from '../../ui/Logo.tsx';
import { useChooseLanguage } from '../language/useChooseLanguage.ts';

const list = {
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
} as const;
/** Avoids fetching another language's typeface for one word. */
const FOREIGN = 'system-ui, sans-serif';
const link = { display: 'inline-block', paddingBlock: 1 } as const;
const row = { gridColumn: '1 / -1' } as const;

const legal = ['terms', 'privacy', 'cookies', 'dataDeletion', 'pictureCredits'] as const;

export function Footer() {
  const { t } = useTranslation();
  const language = useLanguage();
  const keep = useChooseLanguage();
  const facts = useSiteFacts();
  const pages = [
    { name: 'upload', to: localPath(language, '/upload') },
    { name: 'howToUse', to: `${localPath(language, '/')}#how-to-use` },
    { name: 'pricing', to: localPath(language, '/pricing') },
    { name: 'faq', to: localPath(language, '/faq') },
    { name: 'api', to: localPath(language, '/docs') },
    { name: 'contact', to: localPath(language, '/contact') },
  ] as const;
  const shown = pages.filter(({ name }) => facts.hasCredits || name !== 'pricing');
  return (
    <Box
      component="footer"
      sx={{
        width: '100%',
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: '40px 48px',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '1fr auto' },
        columnGap: 7,
        rowGap: 2.5,
        alignItems: 'center',
      }}
    >
      <div>
        <Logo />
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 1 }}>
          {t('footer.line')}
        </Typography>
      </div>
      <nav aria-label={t('footer.pages')}>
        <Box component="ul" sx={list}>
          {shown.map(({ name, to }) => (
            <li key={name}>
              <Link
                component={RouterLink}
                to={to}
                {...(name === 'upload' ? { onClick: () => uploadStore.begin() } : {})}
                underline="hover"
                sx={link}
              >
                {name === 'upload' || name === 'api' ? t(`footer.${name}`) : t(`nav.${name}`)}
              </Link>
            </li>
          ))}
        </Box>
      </nav>
      <Box component="nav" aria-label={t('footer.legal')} sx={row}>
        <Box component="ul" sx={list}>
          {legal.map((name) => (
            <li key={name}>
              <Link
                component={RouterLink}
                to={localPath(language, PUBLIC_PAGES[name].path)}
                underline="hover"
                sx={[link, { color: 'text.secondary' }]}
              >
                {t(`footer.${name}`)}
              </Link>
            </li>
          ))}
          {asksForConsent(facts) && (
            <li>
              <Link
                component="button"
                onClick={openConsentSettings}
                underline="hover"
                sx={[link, { color: 'text.secondary' }]}
              >
                {t('footer.cookieSettings')}
              </Link>
            </li>
          )}
        </Box>
      </Box>
      <Box
        component="nav"
        aria-label={t('footer.languages')}
        sx={[row, { borderBlockStart: '1px solid', borderColor: 'divider', paddingBlockStart: 2 }]}
      >
        <Box component="ul" sx={[list, { typography: 'body2' }]}>
          {TRANSLATIONS.map(({ code, label }) => (
            <li key={code}>
              <Link
                component={RouterLink}
                to={localPath(code, '/')}
                lang={tagOf(code)}
                hrefLang={tagOf(code)}
                aria-current={code === language}
                underline="hover"
                onClick={() => keep(code)}
                sx={[link, code === language ? { fontWeight: 'strong' } : { fontFamily: FOREIGN }]}
              >
                {label}
              </Link>
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
