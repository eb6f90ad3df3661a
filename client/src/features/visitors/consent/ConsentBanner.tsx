import { type Chat, CHAT_NAMES } from '@clearcut/schemas/site/chat';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import type { Consent, ConsentSubject } from './record.ts';

export interface ConsentBannerProps {
  /** Earlier choice, when the person reopens the banner. */
  readonly consent: Consent | undefined;
  readonly about: readonly ConsentSubject[];
  readonly chat: Chat | undefined;
  /** The person opened it, so it takes the focus. */
  readonly isReopened: boolean;
  readonly policy: string;
  readonly onPolicy: () => void;
  readonly onChoose: (choice: Consent['choice']) => void;
}

/**
 * Asks what may load from third parties. Both answers look alike and take one press; the page stays usable without an
 * answer.
 */
export function ConsentBanner({ consent, about, chat, isReopened, policy, onPolicy, onChoose }: ConsentBannerProps) {
  const { t } = useTranslation('consent');
  const format = useFormat();
  const counts = about.includes('tags');
  const banner = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (isReopened) title.current?.focus();
  }, [isReopened]);

  useEffect(() => {
    const element = banner.current;
    if (element === null) return undefined;
    // Keeps the end of the page clear of the banner.
    const observer = new ResizeObserver(() => {
      document.body.style.paddingBlockEnd = `${element.offsetHeight}px`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.body.style.paddingBlockEnd = '';
    };
  }, []);

  return (
    <Box
      component="section"
      ref={banner}
      aria-labelledby="consent-title"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        insetInline: 0,
        insetBlockEnd: 0,
        backgroundColor: 'clearcut.paper',
        borderBlockStart: '1px solid',
        borderColor: 'divider',
        boxShadow: '0 -8px 24px rgb(0 20 15 / 12%)',
      }}
    >
      <Box
        sx={{
          maxWidth: 1280,
          marginInline: 'auto',
          paddingInline: { xs: 2, md: 4 },
          paddingBlock: 2,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
          rowGap: 1.5,
          columnGap: 5,
          alignItems: 'center',
        }}
      >
        <Box sx={{ paddingInlineEnd: { xs: '44px', md: 0 } }}>
          <Typography
            ref={title}
            id="consent-title"
            component="h2"
            variant="h3"
            tabIndex={-1}
            sx={{ fontSize: 'lead', outline: 'none' }}
          >
            {t(counts ? 'title' : 'titleChat')}
          </Typography>
          <Typography variant="body2" sx={{ marginBlockStart: 0.5, maxWidth: '72ch' }}>
            {counts && `${t('text')} `}
            {chat !== undefined && `${t('chat', { name: CHAT_NAMES[chat.kind] })} `}
            {about.includes('errors') && `${t('errors')} `}
            <a
              href={policy}
              style={{ color: 'inherit' }}
              onClick={(event) => {
                event.preventDefault();
                onPolicy();
              }}
            >
              {t('policy')}
            </a>
          </Typography>
          {consent?.by === 'person' && (
            <Typography variant="body2" sx={{ marginBlockStart: 0.5, color: 'text.secondary' }}>
              {t(`chosen.${consent.choice}`, { when: format.moment(consent.at) })}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5 }}>
          <Button variant="outlined" color="inherit" onClick={() => onChoose('necessary')}>
            {t('necessary')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => onChoose('all')}>
            {t('all')}
          </Button>
        </Box>
      </Box>
      <IconButton
        aria-label={t('close')}
        onClick={() => onChoose('necessary')}
        sx={{
          position: 'absolute',
          insetBlockStart: 6,
          insetInlineEnd: 8,
          width: 44,
          height: 44,
          display: { md: 'none' },
        }}
      >
        <CloseIcon />
      </IconButton>
    </Box>
  );
}
