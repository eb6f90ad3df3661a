import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { CheckIcon, CoinIcon } from '../../../ui/icons.tsx';
import { DownloadIcon } from '../../../ui/work-icons.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { usePlaceText } from '../uploads/transaction/usePlaceText.ts';
import { useFileLink } from '../downloads/useFileLink.ts';
import { hdUrl } from './api.ts';
import { receiptPath } from './receipt-path.ts';
import { hdFileOf, type HdFile, type HdFileSource } from './hd-file.ts';
import { PriceNote } from './PriceNote.tsx';
import type { SaveState } from './save-store.ts';

export interface SaveInHdProps {
  readonly view: HdFileSource;
  readonly state: SaveState;
  readonly onSave: () => void;
  /** Button to other formats of a saved picture. */
  readonly formats?: ReactNode;
  /** Stands beside the main button and holds everything else. */
  readonly menu?: ReactNode;
}

function Saving({ isOffline, ahead }: Extract<SaveState, { stage: 'saving' }>) {
  const { t } = useTranslation('saves');
  const placeText = usePlaceText();
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, paddingBlock: '14px' }}>
      <Box component="span" sx={{ fontWeight: 'strong' }}>
        {t('saving')}
      </Box>
      <ProgressBar label={t('saving')} share={undefined} />
      {isOffline && <span>{t('offline')}</span>}
      {ahead !== undefined && <span>{placeText(ahead)}</span>}
    </Box>
  );
}

export function SaveInHd(props: SaveInHdProps) {
  const { state } = props;
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(state.stage);
  useLayoutEffect(() => {
    if (before.current === state.stage) return;
    before.current = state.stage;
    // The pressed button has given way; a keyboard, and a closed dialog, would start again at the top of the page.
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, [state.stage]);
  return (
    <Box ref={root} tabIndex={-1} sx={{ outline: 'none' }}>
      {state.stage === 'saving' ? <Saving {...state} /> : <Offer {...props} />}
    </Box>
  );
}

function Offer({ view, state, onSave, formats, menu }: SaveInHdProps) {
  const { t } = useTranslation('saves');
  const { number } = useFormat();
  const failureText = useFailureText();
  const { hasCredits } = useSiteFacts();
  const file = hdFileOf(view, state);

  const isSaved = file?.isCurrent === true;
  const price = { count: HD_SAVE_CREDITS, number: number(HD_SAVE_CREDITS) };
  const word =
    state.stage === 'saved' && state.answer.receipt.saveId === file?.saveId
      ? state.charged > 0
        ? t('savedNow', { count: state.charged, number: number(state.charged) })
        : t(hasCredits ? 'savedFree' : 'saved')
      : t('saved');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {state.stage === 'failed' && state.failure.code !== 'no_credits' && (
        <Box role="alert" sx={{ color: 'error.main', fontWeight: 'strong' }}>
          {failureText(state.failure)}
        </Box>
      )}
      <MainRow menu={menu}>
        {isSaved ? (
          <HdFileLink id={view.id} file={file} />
        ) : (
          <Button
            variant="contained"
            color="primary"
            size="large"
            onClick={onSave}
            startIcon={hasCredits ? <CoinIcon aria-hidden /> : <DownloadIcon aria-hidden />}
            sx={{ textWrap: 'balance', ...(menu !== undefined && { paddingInline: '14px' }) }}
          >
            {file === undefined ? t('save', price) : t('saveVersion', { credits: t('credits', price) })}
          </Button>
        )}
      </MainRow>
      {!isSaved && <PriceNote />}
      {file !== undefined && (
        <>
          {menu === undefined && !isSaved && <HdFileLink id={view.id} file={file} />}
          {formats}
          <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 'small' }}>
            {isSaved && <CheckIcon aria-hidden fontSize="small" />}
            <span>{isSaved ? word : t('changed')}</span>
            {menu === undefined && (
              <Link
                component={RouterLink}
                to={receiptPath(view.id, file.saveId)}
                sx={{ marginInlineStart: 'auto', paddingBlock: 0.5, fontWeight: 'strong' }}
              >
                {t('receipt')}
              </Link>
            )}
          </Box>
        </>
      )}
    </Box>
  );
}

/** The main button with its menu. */
export function MainRow({ menu, children }: { readonly menu: ReactNode; readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0, display: 'grid' }}>{children}</Box>
      {menu}
    </Box>
  );
}

/** Names an older file by its time. */
function HdFileLink({ id, file }: { readonly id: string; readonly file: HdFile }) {
  const { t } = useTranslation('saves');
  const { clock } = useFormat();
  const { isCurrent } = file;
  const link = useFileLink(id, hdUrl(id, file.saveId));
  return (
    <Button
      {...link}
      variant={isCurrent ? 'contained' : 'outlined'}
      color={isCurrent ? 'primary' : 'inherit'}
      size={isCurrent ? 'large' : 'medium'}
      startIcon={<DownloadIcon aria-hidden />}
    >
      {isCurrent ? t('download') : t('downloadOf', { time: clock(file.savedAt) })}
    </Button>
  );
}
