import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useUpload } from '../features/pictures/uploads/useUpload.ts';
import { localPath } from '../lib/i18n/paths.ts';
import { useLanguage } from '../lib/i18n/useLanguage.ts';
import { BrokenPage } from '../ui/page/BrokenPage.tsx';

/** Browsers' messages for a missing chunk or file of texts, mostly after a server update. */
const CHUNK_FAILURE = /imported module|module script|preload|to fetch|Load failed|^No \S+ texts/;

function useWords(error: unknown): [title: string, text: string] {
  const { t } = useTranslation();
  if (isRouteErrorResponse(error)) return [String(error.status), error.statusText];
  if (error instanceof Error && (!navigator.onLine || CHUNK_FAILURE.test(error.message))) {
    const text = navigator.onLine ? t('errorScreen.chunkText') : t('network', { ns: 'failures' });
    return [t('errorScreen.chunkTitle'), text];
  }
  return [t('errorScreen.title'), t('errorScreen.text')];
}

export function ErrorScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [title, ...texts] = useWords(useRouteError());
  return (
    <BrokenPage
      title={title}
      texts={texts}
      refresh={t('errorScreen.refresh')}
      wayOut={{ href: localPath(language, '/'), label: t('errorScreen.home') }}
      holds={useUpload().stage === 'sending'}
    />
  );
}
