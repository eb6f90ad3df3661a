import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface TileProps {
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

export function Tile({ name, label, isChosen, onChoose, children }: TileProps) {
  return (
    <Box
      component="label"
      title={label}
      sx={(theme) => ({
        position: 'relative',
        aspectRatio: '1',
        cursor: 'pointer',
        borderRadius: '4px',
        overflow: 'hidden',
        '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: 0,
          borderRadius: '4px',
          boxShadow: isChosen
            ? `inset 0 0 0 3px ${theme.vars.palette.clearcut.accent}, inset 0 0 0 5px ${theme.vars.palette.clearcut.paper}`
            : `inset 0 0 0 1px rgb(0 0 0 / 18%)`,
          pointerEvents: 'none',
          // Only the frame marks the chosen tile, also in forced colours.
          forcedColorAdjust: 'none',
        },
        '&:has(:focus-visible)': {
          outline: `3px solid ${theme.vars.palette.clearcut.accentText}`,
          outlineOffset: '2px',
        },
      })}
    >
      <Box
        component="input"
        type="radio"
        name={name}
        aria-label={label}
        checked={isChosen}
        onChange={onChoose}
        sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'inherit' }}
      />
      {children}
    </Box>
  );
}
