import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { SIZE, WEIGHT } from '../scale.ts';
import { AlertIcon, CheckIcon } from '../icons.tsx';
import { snipped } from '../paper/snipped.ts';

const Strips = styled(Sonner)(({ theme }) => {
  const { mat, onMat, onMatSoft, edge, shadow } = theme.vars.palette.clearcut;
  return {
    '& [data-sonner-toast]': {
      ...snipped(14),
      // Here and not above: the library sets a typeface for its list.
      fontFamily: theme.typography.fontFamily,
      width: 'var(--width)',
      display: 'flex',
      alignItems: 'flex-start',
      gap: theme.spacing(1.5),
      padding: '14px 16px',
      color: onMat,
      backgroundColor: mat,
      border: `1px solid color-mix(in srgb, ${edge} 45%, ${mat})`,
      boxShadow: shadow,
    },
    '& [data-icon]': { display: 'flex', flexShrink: 0 },
    '& [data-type=error] [data-icon]': { color: '#ffb0a8' },
    '& [data-content]': { minWidth: 0 },
    '& [data-title]': { fontWeight: WEIGHT.strong, lineHeight: 1.45 },
    '& [data-description]': {
      marginBlockStart: 2,
      color: onMatSoft,
      fontSize: SIZE.fine,
      lineHeight: 1.45,
      overflowWrap: 'anywhere',
    },
    '& [data-button]': {
      flexShrink: 0,
      alignSelf: 'center',
      minHeight: 36,
      padding: '6px 12px',
      font: 'inherit',
      fontSize: SIZE.small,
      fontWeight: WEIGHT.strong,
      color: onMat,
      backgroundColor: 'transparent',
      border: `1px solid ${onMatSoft}`,
      borderRadius: 2,
      cursor: 'pointer',
    },
    '@media (max-width: 600px)': { '& [data-sonner-toast]': { width: '100%' } },
  };
});

export function Toaster() {
  const { t, i18n } = useTranslation();
  const end = i18n.dir() === 'rtl' ? 'left' : 'right';
  return (
    <Strips
      position={`bottom-${end}`}
      dir={i18n.dir()}
      containerAriaLabel={t('toasts.region')}
      icons={{ success: <CheckIcon aria-hidden />, info: null, error: <AlertIcon aria-hidden /> }}
      toastOptions={{ unstyled: true }}
    />
  );
}
