import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MailIcon } from '../../../ui/work-icons.tsx';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';

export interface MailSentProps {
  readonly to: string;
  /** A picture of this browser waits for the login. */
  readonly isForPicture: boolean;
  readonly onAgain: () => void;
}

/** Does not reveal whether the account exists. */
export function MailSent({ to, isForPicture, onAgain }: MailSentProps) {
  const { t } = useTranslation('auth');
  const { sandbox } = useAuthOptions();
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <MailIcon aria-hidden sx={{ marginBlockStart: '1px', color: 'clearcut.accentText' }} />
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t('link.sent', { email: to })} {isForPicture && t('link.here')}
        </Typography>
      </Box>
      {sandbox && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('link.sandbox')}{' '}
          <Link href="/dev/mailbox" target="_blank" rel="noopener">
            {t('link.mailbox')}
          </Link>
        </Typography>
      )}
      <Button variant="outlined" onClick={onAgain}>
        {t('link.again')}
      </Button>
    </Box>
  );
}
