import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { tagOf } from '@clearcut/schemas/languages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { CheckIcon, DownloadIcon } from '../../ui/icons.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { CoinIcon } from '../../ui/work-icons.tsx';
import { usePlaceText } from '../uploads/transaction/usePlaceText.ts';
import { hdUrl } from './api.ts';
import { receiptPath } from './receipt-path.ts';
import { hdFileOf, type HdFileSource } from './hd-file.ts';
import { PriceNote } from './PriceNote.tsx';
import type { SaveState } from './save-store.ts';

export interface SaveInHdProps {
  readonly view: HdFileSource;
  readonly state: SaveState;
  readonly onSave: () => void;
  readonly formats: ReactNode;
}

function Saving({ isOffline, ahead }: Extract<SaveState, { stage: 'saving' }>) {
  const { t } = useTranslation('saves');
  const placeText = usePlaceText();
  return (
    <Box role="status" sx={{ display: 'grid', gap: '10px', paddingBlock: '14px' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {t('saving')}
      </Box>
      <ProgressBar label={t('saving')} share={undefined} />
      {isOffline && <span>{t('offline')}</span>}
      {ahead !== undefined && <span>{placeText(ahead)}</span>}
    </Box>
  );
}

export function SaveInHd({ view, state, onSave, formats }: SaveInHdProps) {
  const { t } = useTranslation('saves');
  const { number } = useFormat();
  const clock = new Intl.DateTimeFormat(tagOf(useLanguage()), { timeStyle: 'short' });
  const failureText = useFailureText();
  const file = hdFileOf(view, state);
  if (state.stage === 'saving') return <Saving {...state} />;

  const isSaved = file?.isCurrent === true;
  const price = { count: HD_SAVE_CREDITS, number: number(HD_SAVE_CREDITS) };
  const word =
    state.stage === 'saved' && state.answer.receipt.saveId === file?.saveId
      ? state.charged > 0
        ? t('savedNow', { count: state.charged, number: number(state.charged) })
        : t('savedFree')
      : t('saved');
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      {state.stage === 'failed' && state.failure.code !== 'no_credits' && (
        <Box role="alert" sx={{ color: 'error.main', fontWeight: 550 }}>
          {failureText(state.failure)}
        </Box>
      )}
      {!isSaved && (
        <>
          <Button
            variant="contained"
            color="primary"
            size="large"
            onClick={onSave}
            startIcon={<CoinIcon aria-hidden />}
          >
            {t(file === undefined ? 'save' : 'saveVersion', price)}
          </Button>
          <PriceNote />
        </>
      )}
      {file !== undefined && (
        <>
          <Button
            variant={isSaved ? 'contained' : 'outlined'}
            color={isSaved ? 'primary' : 'inherit'}
            size={isSaved ? 'large' : 'medium'}
            href={hdUrl(view.id, file.saveId)}
            download
            startIcon={<DownloadIcon aria-hidden />}
          >
            {isSaved ? t('download') : t('downloadOf', { time: clock.format(new Date(file.savedAt)) })}
          </Button>
          {formats}
          <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: '8px', fontSize: '0.875rem' }}>
            {isSaved && <CheckIcon aria-hidden fontSize="small" />}
            <span>{isSaved ? word : t('changed')}</span>
            <Link
              component={RouterLink}
              to={receiptPath(view.id, file.saveId)}
              sx={{ marginInlineStart: 'auto', paddingBlock: '4px', fontWeight: 550 }}
            >
              {t('receipt')}
            </Link>
          </Box>
        </>
      )}
    </Box>
  );
}
