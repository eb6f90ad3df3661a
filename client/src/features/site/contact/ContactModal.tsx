import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../auth/session/useProfile.ts';
import { mayHavePictures } from '../../private-area/menu.ts';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ThankYou } from './ThankYou.tsx';

const WIDTH = 480;

/** Contact form for members. Closing it discards the text. */
export function ContactModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('contact');
  const profile = useProfile();
  const {
    email,
    team_permissions: { role },
  } = profile;
  const [sent, setSent] = useState(false);
  const close = () => {
    setSent(false);
    onClose();
  };
  return (
    <Modal open={open} width={WIDTH} labelledBy="contact-title" closeLabel={t('close')} onClose={close}>
      <Box sx={{ padding: { xs: '26px 20px', sm: 4 }, display: 'grid', gap: 2.5 }}>
        <Typography id="contact-title" variant="h2" sx={{ fontSize: 'larger', paddingInlineEnd: 6 }}>
          {sent ? t('sent.title') : t('title')}
        </Typography>
        {sent ? (
          <ThankYou />
        ) : (
          open && (
            <ContactForm
              form={role === 'admin' ? 'admin' : 'member'}
              email={email}
              offersPictures={mayHavePictures(profile)}
              onSent={() => setSent(true)}
            />
          )
        )}
      </Box>
    </Modal>
  );
}
