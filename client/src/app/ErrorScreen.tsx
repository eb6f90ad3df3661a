import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { localPath } from '../lib/i18n/paths.ts';
import { useLanguage } from '../lib/i18n/useLanguage.ts';
import { Logo } from '../ui/Logo.tsx';

/** What browsers say when a part of the app is not there any more, mostly after an update of the server. */
const CHUNK_FAILURE = /dynamically imported module|module script failed|Unable to preload/i;

function useWords(error: unknown): { title: string; text: string } {
  const { t } = useTranslation();
  if (isRouteErrorResponse(error)) return { title: String(error.status), text: error.statusText };
  if (error instanceof Error && CHUNK_FAILURE.test(error.message)) {
    return { title: t('errorScreen.chunkTitle'), text: t('errorScreen.chunkText') };
  }
  return { title: t('errorScreen.title'), text: t('errorScreen.text') };
}

export function ErrorScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, text } = useWords(useRouteError());
  return (
    <Box
      component="main"
      sx={{ maxWidth: 560, marginInline: 'auto', paddingBlock: '12vh', paddingInline: '16px', textAlign: 'center' }}
    >
      <Logo />
      <Typography variant="h1" sx={{ marginBlock: '40px 12px' }}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', marginBlockEnd: '32px' }}>{text}</Typography>
      <Button variant="contained" color="primary" onClick={() => location.reload()}>
        {t('errorScreen.refresh')}
      </Button>
      {/* A full page load: whatever broke is gone with it. */}
      <Button href={localPath(language, '/')}>{t('errorScreen.home')}</Button>
    </Box>
  );
}
