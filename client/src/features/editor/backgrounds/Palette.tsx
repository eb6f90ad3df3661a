import Box from '@mui/material/Box';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** Whites and greys required by shops, and colours that contrast with most things. */
const PALETTE = [
  '#ffffff',
  '#f5f5f2',
  '#e5e5e0',
  '#bdbdb8',
  '#6f6f6b',
  '#2b2b2a',
  '#000000',
  '#f7e7d3',
  '#f6c9b8',
  '#e58f6b',
  '#c4452d',
  '#f4d35e',
  '#a9c48b',
  '#3f7d58',
  '#bfe3e0',
  '#5aa9c9',
  '#1f5f8b',
  '#1b2a49',
  '#d9c9f0',
  '#8d6fb8',
  '#e9a6c0',
] as const;

export interface PaletteProps {
  readonly colour: string | null;
  readonly onChoose: (colour: string) => void;
}

export function Palette({ colour, onChoose }: PaletteProps) {
  const { t } = useTranslation('editor');
  const name = useId();
  return (
    <Box
      role="radiogroup"
      aria-label={t('color.palette')}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: 0.75 }}
    >
      {PALETTE.map((entry) => (
        <Box
          key={entry}
          component="input"
          type="radio"
          name={name}
          aria-label={entry}
          title={entry}
          checked={colour === entry}
          onChange={() => onChoose(entry)}
          sx={(theme) => ({
            appearance: 'none',
            width: '100%',
            aspectRatio: '1',
            maxHeight: 44,
            margin: 0,
            cursor: 'pointer',
            backgroundColor: entry,
            // Shows its colour also in forced colours.
            forcedColorAdjust: 'none',
            border: '1px solid',
            borderColor: 'clearcut.edge',
            borderRadius: '4px',
            '&:checked': {
              boxShadow: `0 0 0 2px ${theme.vars.palette.clearcut.paper}, 0 0 0 4px ${theme.vars.palette.text.primary}`,
            },
            '&:focus-visible': { outlineOffset: '5px' },
          })}
        />
      ))}
    </Box>
  );
}
