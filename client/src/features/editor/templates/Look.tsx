import type { Template } from '@clearcut/schemas/templates/http';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { checker } from '../../../ui/paper/checker.ts';
import { stockPreviewUrl } from '../backgrounds/stock.ts';

export function LookSwatch({ look: { background } }: { readonly look: Pick<Template, 'background'> }) {
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const url = background.id === null ? undefined : stockPreviewUrl(background.id);
  return (
    <Box
      aria-hidden
      sx={{
        width: 44,
        height: 44,
        flexShrink: 0,
        borderRadius: '4px',
        boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 18%)',
        background:
          url === undefined
            ? (background.color ?? checker(checkerLight, checkerDark, 14))
            : `center / cover url(${JSON.stringify(url)})`,
      }}
    />
  );
}

export function useLookWords(): (look: Pick<Template, 'frame' | 'format'>) => string {
  const { t } = useTranslation('templates');
  const { number } = useFormat();
  return ({ frame, format }) => {
    const words =
      frame === null
        ? t('frame.own')
        : frame.size === null
          ? t('frame.subject')
          : t('frame.size', { width: number(frame.size.width), height: number(frame.size.height) });
    return `${words} · ${format.toUpperCase()}`;
  };
}
