import Box from '@mui/material/Box';
import { sliding } from './sliding.ts';

export interface ProgressBarProps {
  /** 0 to 1; undefined while unknown. */
  readonly share: number | undefined;
  readonly label: string;
  /** CSS pixels. */
  readonly height?: number;
}

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
        // Forced colours would make bar and ground the same.
        forcedColorAdjust: 'none',
      }}
    >
      <Box
        sx={[
          { height: '100%', backgroundColor: 'clearcut.accent' },
          // Mirrored for Arabic automatically; an explicit override would be mirrored back.
          share === undefined ? sliding : { width: '100%', transformOrigin: 'left' },
        ]}
        // Inline: avoids a class per value.
        style={share === undefined ? undefined : { scale: `${share} 1` }}
      />
    </Box>
  );
}
