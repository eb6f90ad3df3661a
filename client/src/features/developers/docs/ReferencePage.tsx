import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { Contents } from './Contents.tsx';
import { addressOf, entriesOf, REFERENCE_PATHS, type Entry, type ReferencePageName } from './entries.ts';
import { REFERENCE_STYLES } from './reference.ts';

interface ReferencePageProps {
  readonly page: ReferencePageName;
  readonly document: ApiDocument;
  readonly children: ReactNode;
}

const link = { paddingBlock: 1 } as const;

export function ReferencePage({ page, document, children }: ReferencePageProps) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const entries = entriesOf(document, t);
  const other = page === 'api' ? 'types' : 'api';
  useAnchor(entries, page);
  return (
    <>
      <Head page={page} texts="docs" path={REFERENCE_PATHS[page]} />
      <Box
        sx={{
          maxWidth: 1280,
          marginInline: 'auto',
          paddingInline: { xs: 2, md: 4 },
          paddingBlock: { xs: '32px 40px', md: '64px 72px' },
        }}
      >
        <Typography variant="h1">{t(`${page}.title`)}</Typography>
        <Typography sx={{ color: 'text.secondary', marginBlockStart: 1.5, maxWidth: '60ch' }}>
          {t(`${page}.lead`)}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, marginBlock: '8px 24px' }}>
          <Link component={RouterLink} to={localPath(language, '/docs')} sx={link}>
            {t('index.title')}
          </Link>
          <Link component={RouterLink} to={localPath(language, REFERENCE_PATHS[other])} sx={link}>
            {t(`${other}.title`)}
          </Link>
          <Link component={RouterLink} to={localPath(language, '/docs/errors')} sx={link}>
            {t('errors.title')}
          </Link>
          <Link href="/v1/openapi.json" sx={link}>
            {t('api.document')}
          </Link>
          <Link component={RouterLink} to="/app/api" sx={link}>
            {t('api.keys')}
          </Link>
        </Box>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
            alignItems: 'start',
            gap: { xs: 4, md: 7 },
          }}
        >
          <Contents entries={entries} page={page} />
          <Box
            sx={{
              minWidth: 0,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 6,
              ...REFERENCE_STYLES,
            }}
          >
            {children}
          </Box>
        </Box>
      </Box>
    </>
  );
}

/** Moves the focus to the anchor; an anchor of the other page redirects there. */
function useAnchor(entries: readonly Entry[], page: ReferencePageName): void {
  const location = useLocation();
  const language = useLanguage();
  const navigate = useNavigate();
  const named = entries.find(({ id }) => location.hash === `#${id}`);
  const elsewhere = named === undefined || named.page === page ? undefined : addressOf(named, language);
  useEffect(() => {
    if (elsewhere !== undefined) void navigate(elsewhere, { replace: true });
    else document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true });
  }, [elsewhere, location, navigate]);
}
