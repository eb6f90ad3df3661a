import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { sizesOf } from '../../pictures/uploads/transaction/picture-sizes.ts';
import { BetterCutOut } from './BetterCutOut.tsx';
import type { View } from '../data/config.ts';
import { cardSx, rowSx } from './item-layout.ts';
import { PictureActions } from './PictureActions.tsx';
import { PictureName } from './PictureName.tsx';
import { PictureState } from './PictureState.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import { TimeLeft } from './TimeLeft.tsx';

export interface PictureItemProps {
  readonly view: TransactionView;
  readonly layout: View;
  readonly isSelected: boolean;
  /** `extend`: Shift was held; selects from the last pressed one. */
  readonly onPress: (id: string, extend: boolean) => void;
  readonly onDelete: (view: TransactionView) => void;
}

export function PictureItem({ view, layout, isSelected, onPress, onDelete }: PictureItemProps) {
  const { t } = useTranslation('my-images');
  const format = useFormat();
  return (
    <Box component="li" data-selected={isSelected || undefined} sx={layout === 'grid' ? cardSx : rowSx}>
      <Box className="select">
        <Checkbox
          checked={isSelected}
          // Not onChange: only a click reveals Shift, and Space clicks too.
          onClick={({ shiftKey }) => onPress(view.id, shiftKey)}
          readOnly
          slotProps={{ input: { 'aria-label': t('select.one', { name: view.originalFileName }) } }}
        />
      </Box>
      <Box className="thumbnail">
        <Thumbnail view={view} />
      </Box>
      <Box className="about">
        <PictureName view={view} />
        <PictureState view={view} />
        <BetterCutOut view={view} onDelete={onDelete} />
        <Box className="facts">
          <span>{format.pixels(sizesOf(view).hd)}</span>
          <TimeLeft expiresAt={view.expiresAt} />
        </Box>
      </Box>
      <PictureActions view={view} onDelete={() => onDelete(view)} />
    </Box>
  );
}
