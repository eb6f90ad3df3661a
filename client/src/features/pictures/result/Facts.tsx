import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useNow } from '../../../lib/useNow.ts';
import { sizesOf } from '../uploads/transaction/picture-sizes.ts';
import type { Cutout } from './useCutout.ts';

export function Facts({ view, cutout }: { view: TransactionView; cutout: Cutout | undefined }) {
  const { t } = useTranslation('result');
  const format = useFormat();
  const now = useNow(15_000);

  const rows = [
    { name: t('facts.file'), value: <bdi>{view.originalFileName}</bdi> },
    { name: t('facts.original'), value: format.pixels(view) },
    ...(cutout === undefined
      ? []
      : [
          {
            name: t('facts.preview'),
            value: t('facts.sizeAndBytes', { pixels: format.pixels(cutout), bytes: format.bytes(cutout.blob.size) }),
          },
        ]),
    { name: t('facts.hd'), value: format.pixels(sizesOf(view).hd) },
    { name: t('facts.kept'), value: format.until(Date.parse(view.expiresAt) - now) },
  ];
  return (
    <Box component="dl" sx={{ margin: 0, fontSize: 'small' }}>
      {rows.map(({ name, value }) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            paddingBlock: 1,
            borderBlockStart: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Box component="dt" sx={{ color: 'text.secondary', flexShrink: 0 }}>
            {name}
          </Box>
          <Box
            component="dd"
            sx={{ margin: 0, textAlign: 'end', minWidth: 0, overflowWrap: 'anywhere', fontWeight: 'strong' }}
          >
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
