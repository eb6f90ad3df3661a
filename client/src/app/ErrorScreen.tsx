import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { localPath } from '../lib/i18n/paths.ts';
import { useLanguage } from '../lib/i18n/useLanguage.ts';
import { BrokenPage } from '../ui/page/BrokenPage.tsx';

/** Browsers' messages for a missing chunk, mostly after a server update. */
const CHUNK_FAILURE = /imported module|module script|to preload/;

function useWords(error: unknown): { title: string; text: string } {
  const { t } = useTranslation();
  if (isRouteErrorResponse(error)) return { title: String(error.status), text: error.statusText };
  if (error instanceof Error && CHUNK_FAILURE.test(error.message)) {
    const text = navigator.onLine ? t('errorScreen.chunkText') : t('network', { ns: 'failures' });
    return { title: t('errorScreen.chunkTitle'), text };
  }
  return { title: t('errorScreen.title'), text: t('errorScreen.text') };
}

export function ErrorScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, text } = useWords(useRouteError());
  return (
    <BrokenPage
      title={title}
      texts={[text]}
      refresh={t('errorScreen.refresh')}
      wayOut={{ href: localPath(language, '/'), label: t('errorScreen.home') }}
    />
  );
}
