import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { usePlaceText } from '../uploads/transaction/usePlaceText.ts';
import { countStages } from './store/bulk-item.ts';
import type { BulkState } from './store/bulk-store.ts';
import { shareDone } from './store/progress.ts';
import { useTimeLeft } from './store/useTimeLeft.ts';

export function BulkProgress({ items, place }: Pick<BulkState, 'items' | 'place'>) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const placeText = usePlaceText();
  const share = shareDone(items);
  const left = useTimeLeft(share);
  const { ready, failed } = countStages(items);
  const isOver = share >= 1;
  const end =
    failed === 0 ? t('progress.allReady') : t('progress.someFailed', { count: failed, number: format.number(failed) });
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', rowGap: 0.25, columnGap: 2 }}>
        <Typography variant="h3" component="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {isOver ? end : t('progress.ready', { ready: format.number(ready), total: format.number(items.length) })}
        </Typography>
        {left !== undefined && (
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {t('progress.left', { time: format.span(left) })}
          </Typography>
        )}
      </Box>
      {!isOver && (
        <Box sx={{ marginBlockStart: 1.5 }}>
          <ProgressBar label={t('progress.label')} share={share} />
        </Box>
      )}
      {place !== undefined && (
        <Typography
          variant="body2"
          sx={{ marginBlockStart: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {placeText(place.ahead)}
        </Typography>
      )}
      {/* Announces only the end and an initial wait, not every step of a hundred. */}
      <VisuallyHidden role="status">
        {isOver ? end : place === undefined ? '' : placeText(place.announced)}
      </VisuallyHidden>
    </div>
  );
}
