import { CONTENT_ID } from '@clearcut/schemas/site/rendering';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { uploadStore } from '../../pictures/uploads/upload-store.ts';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { checker } from '../../../ui/paper/checker.ts';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { Head } from '../../../ui/page/Head.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <Head page="notFound" />
      <Mat
        className="on-mat"
        sx={{ flexGrow: 1, display: 'grid', placeItems: 'center', paddingBlock: 5, paddingInline: 2 }}
      >
        <Sheet as="main" id={CONTENT_ID} tabIndex={-1} sx={{ width: 'min(560px, 100%)', padding: { xs: 3, sm: 5 } }}>
          <Box
            aria-hidden
            sx={(theme) => ({
              marginBlock: '12px 32px',
              width: 'max-content',
              fontFamily: "'Bricolage Grotesque Variable', sans-serif",
              fontWeight: 'logo',
              fontSize: 'clamp(6rem, 34vw, 10rem)',
              lineHeight: 0.8,
              letterSpacing: '-0.04em',
              background: checker('#c9d2cc', '#8fa39a', 22),
              backgroundClip: 'text',
              color: 'transparent',
              ...theme.applyStyles('dark', { background: checker('#5b6b66', '#3c4946', 22), backgroundClip: 'text' }),
            })}
          >
            404
          </Box>
          <Typography variant="h1">{t('notFound.title')}</Typography>
          <Typography sx={{ color: 'text.secondary', marginBlock: '12px 28px' }}>{t('notFound.text')}</Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <Button
              variant="contained"
              color="primary"
              component={RouterLink}
              to={localPath(language, '/upload')}
              onClick={() => uploadStore.begin()}
            >
              {t('notFound.upload')}
            </Button>
            <Button variant="outlined" component={RouterLink} to={localPath(language, '/')}>
              {t('notFound.home')}
            </Button>
          </Box>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              rowGap: 0.5,
              columnGap: 3,
              marginBlockStart: 1.5,
              '& > a': { paddingInline: 0, minWidth: 0 },
            }}
          >
            <Button component={RouterLink} to={localPath(language, '/pricing')}>
              {t('nav.pricing')}
            </Button>
            <Button component={RouterLink} to={localPath(language, '/faq')}>
              {t('nav.faq')}
            </Button>
            <Button component={RouterLink} to={localPath(language, '/contact')}>
              {t('nav.contact')}
            </Button>
          </Box>
        </Sheet>
      </Mat>
    </>
  );
}
