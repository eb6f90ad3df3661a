import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Replaces the form once the message is stored and takes the focus, since the button is gone. */
export function ThankYou() {
  const { t } = useTranslation('contact');
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Typography ref={text} role="status" tabIndex={-1} sx={{ outline: 'none' }}>
      {t('sent.text')}
    </Typography>
  );
}
