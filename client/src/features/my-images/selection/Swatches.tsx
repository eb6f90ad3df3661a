import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../../ui/paper/checker.ts';

const COLOURS = [
  ['transparent', null],
  ['white', '#ffffff'],
  ['grey', '#e5e5e0'],
  ['black', '#000000'],
] as const;

export interface SwatchesProps {
  /** `#rrggbb`; null: transparent. */
  readonly value: string | null;
  readonly onChange: (colour: string | null) => void;
}

export function Swatches({ value, onChange }: SwatchesProps) {
  const { t } = useTranslation('my-images');
  const theme = useTheme();
  const { checkerLight, checkerDark } = theme.vars.palette.clearcut;
  const name = useId();
  const isOwn = COLOURS.every(([, colour]) => colour !== value);
  const square = {
    width: 44,
    height: 44,
    margin: 0,
    cursor: 'pointer',
    border: '1px solid',
    borderColor: 'clearcut.edge',
    borderRadius: '4px',
    forcedColorAdjust: 'none',
  } as const;
  const chosen = {
    boxShadow: `0 0 0 3px ${theme.vars.palette.clearcut.paper}, 0 0 0 5px ${theme.vars.palette.text.primary}`,
  };
  return (
    <Box component="fieldset" sx={{ border: 0, margin: '0 0 24px', padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ padding: 0, fontSize: 'small', fontWeight: 'strong', marginBlockEnd: 1 }}>
        {t('background.label')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {COLOURS.map(([label, colour]) => (
          <Box
            key={label}
            component="input"
            type="radio"
            name={name}
            aria-label={t(`background.${label}`)}
            title={t(`background.${label}`)}
            checked={colour === value}
            onChange={() => onChange(colour)}
            sx={{
              ...square,
              appearance: 'none',
              background: colour ?? checker(checkerLight, checkerDark, 14),
              '&:checked': chosen,
              '&:focus-visible': { outlineOffset: '6px' },
            }}
          />
        ))}
        <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 'strong' }}>
          <Box
            component="input"
            type="color"
            value={isOwn && value !== null ? value : '#f4d35e'}
            onChange={({ target }) => onChange(target.value)}
            sx={{ ...square, padding: '3px', backgroundColor: 'transparent', ...(isOwn && chosen) }}
          />
          {t('background.own')}
        </Box>
      </Box>
    </Box>
  );
}
