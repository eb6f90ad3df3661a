import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { oneLine } from '../../ui/paper/one-line.ts';

export function PictureTitle({ name, isWide }: { readonly name: string; readonly isWide: boolean }) {
  const { t } = useTranslation('editor');
  return (
    <Typography
      component="h1"
      data-heading
      tabIndex={-1}
      sx={{
        flexShrink: 0,
        display: isWide ? 'block' : 'none',
        padding: '20px 44px 0 20px',
        fontSize: 'text',
        fontWeight: 'strong',
        lineHeight: 1.3,
        outline: 'none',
      }}
    >
      <VisuallyHidden>{t('title')}: </VisuallyHidden>
      <Box
        component="span"
        dir="auto"
        sx={{
          display: 'block',
          ...oneLine,
        }}
      >
        {name}
      </Box>
    </Typography>
  );
}
