import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { DownloadIcon, RetryIcon } from '../../../ui/work-icons.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { sizesOf } from '../uploads/transaction/picture-sizes.ts';
import { editorPath } from '../uploads/transaction/shown-picture.ts';
import { useFileLink } from '../downloads/useFileLink.ts';
import { RemoveButton } from '../result/RemoveButton.tsx';
import { hdUrl } from '../saves/api.ts';
import { hdFileOf, type HdFile } from '../saves/hd-file.ts';
import { saveStore } from '../saves/save-store.ts';
import { idOf } from '../uploads/life/life.ts';
import { canRetry, viewOf } from '../uploads/life/selectors.ts';
import type { BulkItem } from './store/bulk-item.ts';
import { bulkStore } from './store/bulk-store.ts';
import { BulkThumbnail } from './BulkThumbnail.tsx';
import { useItemFailureText } from './store/useItemFailureText.ts';
import { oneLine } from '../../../ui/paper/one-line.ts';

const square = { width: 44, height: 44, borderRadius: '4px' } as const;

function Words({ item, isSaving, isSaved }: { item: BulkItem; isSaving: boolean; isSaved: boolean }) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const failureText = useItemFailureText();
  const { life } = item;
  if (life.stage === 'gone') return null;
  if (life.stage === 'failed') {
    return <Box sx={{ color: 'error.main', fontWeight: 'strong' }}>{failureText(life.failure)}</Box>;
  }
  if (life.stage === 'sending') {
    const share = Math.min(1, (life.sent?.bytes ?? 0) / Math.max(1, item.bytes));
    return (
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{t('phase.sending', { share: format.percent(share) })}</Box>
        <ProgressBar label={t('item.progress', { name: item.name })} share={share} height={4} />
      </Box>
    );
  }
  if (isSaving) return <>{t('phase.saving')}</>;
  if (isSaved) {
    return (
      <Box sx={{ display: 'flex', gap: 0.75, fontWeight: 'strong', color: 'text.primary' }}>
        <CheckIcon aria-hidden fontSize="small" />
        {t('phase.saved')}
      </Box>
    );
  }
  if (life.stage === 'ready' && life.view.isGuess) {
    return <Box sx={{ fontWeight: 'strong', color: 'text.primary' }}>{t('phase.guess')}</Box>;
  }
  return <>{t(`phase.${life.stage}`)}</>;
}

function RowActions({ item, file }: { item: BulkItem; file: HdFile | undefined }) {
  const { t } = useTranslation('bulk');
  const { name, life } = item;
  const view = viewOf(life);
  return (
    <Box sx={{ display: 'flex', flexShrink: 0 }}>
      {canRetry(life) && (
        <IconButton
          color="inherit"
          aria-label={t('item.retry', { name })}
          title={t('item.retry', { name })}
          onClick={() => bulkStore.retry(item.id)}
          sx={square}
        >
          <RetryIcon />
        </IconButton>
      )}
      {view !== undefined && file !== undefined && (
        <DownloadFile id={view.id} file={file} label={t('item.download', { name })} />
      )}
      <RemoveButton
        label={t('item.remove', { name })}
        asks={life.stage === 'ready'}
        sx={square}
        remove={() => bulkStore.remove(item.id)}
      />
    </Box>
  );
}

function DownloadFile({ id, file, label }: { readonly id: string; readonly file: HdFile; readonly label: string }) {
  const link = useFileLink(id, hdUrl(id, file.saveId));
  return (
    <IconButton {...link} color="inherit" aria-label={label} title={label} sx={square}>
      <DownloadIcon />
    </IconButton>
  );
}

export const BulkRow = memo(function BulkRow({ item }: { item: BulkItem }) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const { name, life } = item;
  const view = viewOf(life);
  const saving = useSyncExternalStore(saveStore.subscribe, () => saveStore.stateOf(idOf(life) ?? ''));
  const file = view && hdFileOf(view, saving);
  const isReady = life.stage === 'ready';
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2 },
        paddingBlock: '10px',
        borderBlockStart: '1px solid',
        borderColor: 'divider',
        // Skips layout of rows out of sight.
        contentVisibility: 'auto',
        containIntrinsicBlockSize: '93px',
      }}
    >
      <BulkThumbnail item={item} />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Box
          dir="auto"
          title={name}
          sx={{
            fontWeight: 'strong',
            ...oneLine,
          }}
        >
          {isReady && view !== undefined ? (
            <Link component={RouterLink} to={editorPath(view.id)} aria-label={t('item.edit', { name })}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Box>
        <Box sx={{ fontSize: 'small', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          <bdi>{format.bytes(item.bytes)}</bdi>
          {view !== undefined && (
            <>
              {' · '}
              <bdi>{format.pixels(sizesOf(view).hd)}</bdi>
            </>
          )}
          <Box component="div">
            <Words item={item} isSaving={saving.stage === 'saving'} isSaved={file?.isCurrent === true} />
          </Box>
        </Box>
      </Box>
      <RowActions item={item} file={file} />
    </Box>
  );
});
