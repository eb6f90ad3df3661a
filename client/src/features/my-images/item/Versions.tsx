import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';
import { CoinIcon } from '../../../ui/icons.tsx';
import { DownloadIcon } from '../../../ui/work-icons.tsx';
import { hdUrl } from '../../pictures/saves/api.ts';
import { hdFileOf } from '../../pictures/saves/hd-file.ts';
import { SaveQuestion } from '../../pictures/saves/SaveQuestion.tsx';
import { useIsFullSize } from '../../pictures/saves/useIsFullSize.ts';
import { useSaveInHd } from '../../pictures/saves/useSaveInHd.ts';
import { previewUrl } from '../../pictures/uploads/transaction/shown-picture.ts';
import { slim } from './slim.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';

/** Low and high version as PNG; saves in HD when not saved yet. */
export function Versions({ view }: { view: TransactionView }) {
  const { t } = useTranslation('my-images');
  const { t: tSaves } = useTranslation('saves');
  const { number } = useFormat();
  const failureText = useFailureText();
  const mayEdit = useMayEdit();
  const { state, save } = useSaveInHd(view.id, { resumeAt: `/app/editor?image=${view.id}&resume=save` });
  const isFullSize = useIsFullSize(view);
  const { hasCredits } = useSiteFacts();
  const { id, originalFileName: name } = view;
  const hd = hdFileOf(view, state);
  const [isAsking, setAsking] = useState(false);
  const price = tSaves('save', { count: HD_SAVE_CREDITS, number: number(HD_SAVE_CREDITS) });
  // Among many pictures a press easily misses, so the first one confirms spending a credit.
  const press = () => {
    if (hasCredits && readStored('save-confirmed') === undefined) setAsking(true);
    else void save();
  };
  const mark = <DownloadIcon aria-hidden fontSize="small" />;
  return (
    <>
      <Button
        href={previewUrl(view)}
        download
        startIcon={mark}
        aria-label={t('versions.downloadLow', { name })}
        sx={slim}
      >
        {t('versions.low')}
      </Button>
      {hd !== undefined && (
        <Button
          href={hdUrl(id, hd.saveId)}
          download
          startIcon={mark}
          aria-label={t(hd.isCurrent ? 'versions.downloadHigh' : 'versions.downloadOlder', { name })}
          sx={slim}
        >
          {t(hd.isCurrent ? 'versions.high' : 'versions.older')}
        </Button>
      )}
      {hd?.isCurrent !== true && mayEdit && !isFullSize && (
        <Button
          onClick={press}
          disabled={state.stage === 'saving'}
          aria-label={t('versions.saveOne', { save: price, name })}
          startIcon={hasCredits ? <CoinIcon aria-hidden fontSize="small" /> : mark}
          sx={slim}
        >
          {state.stage === 'saving' ? t('versions.saving') : price}
        </Button>
      )}
      <SaveQuestion
        open={isAsking}
        title={tSaves('firstSave.title', { name })}
        text={tSaves('firstSave.text')}
        onSave={() => {
          writeStored('save-confirmed', 'true');
          void save();
        }}
        onClose={() => setAsking(false)}
      />
      {state.stage === 'failed' && state.failure.status !== 402 && (
        <Box role="alert" sx={{ flexBasis: '100%', color: 'error.main', fontSize: 'small', paddingInline: 1 }}>
          {failureText(state.failure)}
        </Box>
      )}
    </>
  );
}
