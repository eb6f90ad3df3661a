import Box from '@mui/material/Box';
import { sliding } from './sliding.ts';

export interface ProgressBarProps {
  /** 0 to 1; undefined while it is not known. */
  readonly share: number | undefined;
  readonly label: string;
  /** In CSS pixels. */
  readonly height?: number;
}

/** How far something is. */
export function ProgressBar({ share, label, height = 10 }: ProgressBarProps) {
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      sx={{
        height,
        overflow: 'hidden',
        backgroundColor: 'clearcut.line',
        borderRadius: '2px',
        // Where the system forces its colours, bar and ground would be of one.
        forcedColorAdjust: 'none',
      }}
    >
      <Box
        sx={[
          { height: '100%', backgroundColor: 'clearcut.accent' },
          // Turned round for Arabic like every side: an override of our own would be turned back.
          share === undefined ? sliding : { width: '100%', transformOrigin: 'left' },
        ]}
        // No class of its own for every value that it passes.
        style={share === undefined ? undefined : { scale: `${share} 1` }}
      />
    </Box>
  );
}
