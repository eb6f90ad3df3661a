import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../../ui/icons.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';

/** Says what is missing from the picture. Stands below the stage; above, it would move the picture during work. */
export function MissingNote({ onReload, children }: { onReload: () => void; children: ReactNode }) {
  const { t } = useTranslation('editor');
  return (
    <Sheet
      role="alert"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 1,
        columnGap: 1.5,
        padding: '10px 14px',
        fontSize: 'small',
        '& > svg': { color: 'error.main', flexShrink: 0 },
      }}
    >
      <AlertIcon aria-hidden />
      <Box sx={{ flex: '1 1 10em' }}>{children}</Box>
      <Button variant="outlined" onClick={onReload}>
        {t('reload')}
      </Button>
    </Sheet>
  );
}
