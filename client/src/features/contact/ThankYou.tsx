import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** In the place of the form, once the message is kept. The focus goes here: the button that had it is gone. */
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
