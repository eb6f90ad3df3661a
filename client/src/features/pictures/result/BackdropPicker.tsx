import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../../../ui/forms/FieldGroup.tsx';
import { BACKDROPS, backdropCss } from './backdrops.ts';

export interface BackdropPickerProps {
  /** Null: none; undefined: something not offered here. */
  readonly value: string | null | undefined;
  readonly onChange: (colour: string | null) => void;
}

/** A radio group, so that arrow keys and screen readers work as usual. */
export function BackdropPicker({ value, onChange }: BackdropPickerProps) {
  const { t } = useTranslation('result');
  const theme = useTheme();
  const name = useId();
  return (
    <FieldGroup label={t('backdrop.label')}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {BACKDROPS.map(([label, colour]) => (
          <Box
            key={label}
            component="input"
            type="radio"
            name={name}
            aria-label={t(`backdrop.${label}`)}
            title={t(`backdrop.${label}`)}
            checked={colour === value}
            onChange={() => onChange(colour)}
            sx={{
              appearance: 'none',
              width: 44,
              height: 44,
              margin: 0,
              cursor: 'pointer',
              background: backdropCss(theme, colour, 14),
              // Shows its colour also in forced colours.
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
    </FieldGroup>
  );
}
