import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { hdUrl } from '../../saves/api.ts';
import { hdFileOf } from '../../saves/hd-file.ts';
import { useSaveInHd } from '../../saves/useSaveInHd.ts';
import { previewUrl } from '../data/picture.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';

const slim = { minHeight: 44, minWidth: 0, paddingInline: '10px', fontSize: '0.9375rem' } as const;

/** The low and the high version, each to be downloaded as the PNG it is; what is not saved in HD can be. */
export function Versions({ view }: { view: TransactionView }) {
  const { t } = useTranslation('my-images');
  const failureText = useFailureText();
  const mayEdit = useMayEdit();
  const { state, save } = useSaveInHd(view.id);
  const { id, originalFileName: name } = view;
  const hd = hdFileOf(view, state);
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
      {hd?.isCurrent !== true && mayEdit && (
        <Button
          onClick={() => void save()}
          disabled={state.stage === 'saving'}
          aria-label={t('versions.saveOne', { name })}
          title={t('versions.price')}
          sx={slim}
        >
          {state.stage === 'saving' ? t('versions.saving') : t('versions.save')}
        </Button>
      )}
      {state.stage === 'failed' && state.failure.status !== 402 && (
        <Box role="alert" sx={{ flexBasis: '100%', color: 'error.main', fontSize: '0.875rem', paddingInline: '8px' }}>
          {failureText(state.failure)}
        </Box>
      )}
    </>
  );
}
