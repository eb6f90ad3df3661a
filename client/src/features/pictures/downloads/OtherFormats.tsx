import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../../../lib/i18n/i18n.ts';

export async function loadDownloadDialog() {
  const [{ DownloadDialog }] = await Promise.all([import('./DownloadDialog.tsx'), addTexts('downloads')]);
  return { default: DownloadDialog };
}

export const LazyDownloadDialog = lazy(loadDownloadDialog);

/** The HD file as WEBP or JPG, or cropped. */
export function OtherFormats({ view }: { readonly view: TransactionView }) {
  const { t } = useTranslation('saves');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('otherFormats')}
      </Button>
      <Suspense>{isOpen && <LazyDownloadDialog view={view} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
