import Typography from '@mui/material/Typography';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored } from '../../../lib/storage/storage.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { SheetPage } from '../../../ui/page/SheetPage.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ThankYou } from './ThankYou.tsx';

/** Whether this browser uploaded a picture that may still exist; known only after hydration. */
const useHasUploaded = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => readStored('last-transaction') !== undefined,
    () => false,
  );

/** @param outcome shown to a browser without JavaScript after it sent the form */
export function ContactPage({ outcome }: { outcome?: 'sent' | 'failed' | undefined }) {
  const { t } = useTranslation('contact');
  const [sent, setSent] = useState(outcome === 'sent');
  const hasUploaded = useHasUploaded();
  const page = outcome === 'failed' ? 'contactFailed' : outcome === 'sent' ? 'contactSent' : 'contact';
  return (
    <>
      <Head page={page} texts="contact" {...(outcome === undefined ? { path: '/contact' as const } : {})} />
      <SheetPage title={sent ? t('sent.title') : t('title')} {...(sent ? {} : { lead: t('lead') })}>
        {sent ? (
          <ThankYou />
        ) : (
          <>
            {outcome === 'failed' && (
              <Typography role="alert" sx={{ color: 'error.main', fontWeight: 'strong' }}>
                {t('failed')}
              </Typography>
            )}
            <ContactForm form="public" offersPictures={hasUploaded} onSent={() => setSent(true)} />
          </>
        )}
      </SheetPage>
    </>
  );
}
