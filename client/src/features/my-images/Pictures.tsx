import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import type { View } from './data/config.ts';
import { PictureItem } from './item/PictureItem.tsx';
import type { PictureSelection } from './selection/useSelection.ts';

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(232px, 100%), 1fr))',
  gridAutoRows: '1fr',
  gap: 2.5,
} as const;

function Items({ layout, busy, children }: { layout: View; busy: boolean; children: ReactNode }) {
  const { t } = useTranslation('my-images');
  const list = (
    <Box
      component="ul"
      aria-label={t('title')}
      aria-busy={busy}
      sx={{ listStyle: 'none', margin: 0, padding: 0, ...(layout === 'grid' ? grid : {}) }}
    >
      {children}
    </Box>
  );
  return layout === 'grid' ? list : <Sheet>{list}</Sheet>;
}

export interface PicturesProps {
  readonly pictures: readonly TransactionView[];
  readonly layout: View;
  readonly selection: PictureSelection;
  readonly onDelete: (view: TransactionView) => void;
}

export function Pictures({ pictures, layout, selection, onDelete }: PicturesProps) {
  return (
    <Items layout={layout} busy={false}>
      {pictures.map((view) => (
        <PictureItem
          key={view.id}
          view={view}
          layout={layout}
          isSelected={selection.has(view.id)}
          onPress={selection.press}
          onDelete={onDelete}
        />
      ))}
    </Items>
  );
}

export function PictureSkeletons({ layout }: { layout: View }) {
  return (
    <Items layout={layout} busy>
      {Array.from({ length: 4 }, (_, index) => (
        <Box
          component="li"
          key={index}
          sx={layout === 'grid' ? {} : { display: 'flex', gap: 2, paddingBlock: 1, paddingInline: 1.5 }}
        >
          <Skeleton
            variant="rounded"
            sx={layout === 'grid' ? { aspectRatio: '4 / 3', height: 'auto' } : { width: 64, height: 64, flexShrink: 0 }}
          />
          <Box sx={{ flexGrow: 1, paddingBlock: 1 }}>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </Box>
        </Box>
      ))}
    </Items>
  );
}
