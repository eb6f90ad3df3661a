import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { backdropCss, backdrops, type Backdrop } from './backdrops.ts';

/** Swatches to lay behind the cut-out: a radio group, so arrow keys and screen readers work as ever. */
export function BackdropPicker({ value, onChange }: { value: Backdrop; onChange: (backdrop: Backdrop) => void }) {
  const { t } = useTranslation('result');
  const theme = useTheme();
  const name = useId();
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ padding: 0, fontSize: '0.875rem', fontWeight: 550, marginBlockEnd: '8px' }}>
        {t('backdrop.label')}
      </Box>
      <Box sx={{ display: 'flex', gap: '10px' }}>
        {backdrops.map((backdrop) => (
          <Box
            key={backdrop}
            component="input"
            type="radio"
            name={name}
            aria-label={t(`backdrop.${backdrop}`)}
            title={t(`backdrop.${backdrop}`)}
            checked={backdrop === value}
            onChange={() => onChange(backdrop)}
            sx={{
              appearance: 'none',
              width: 44,
              height: 44,
              margin: 0,
              cursor: 'pointer',
              background: backdropCss(theme, backdrop, 14),
              // It is what it shows, also where the system forces its colours.
              forcedColorAdjust: 'none',
              border: '1px solid',
              borderColor: 'clearcut.edge',
              borderRadius: '4px',
              '&:checked': {
                boxShadow: `0 0 0 3px ${theme.vars.palette.clearcut.paper}, 0 0 0 5px ${theme.vars.palette.text.primary}`,
              },
              '&:focus-visible': { outlineOffset: '6px' },
            }}
          />
        ))}
      </Box>
    </Box>
  );
}
