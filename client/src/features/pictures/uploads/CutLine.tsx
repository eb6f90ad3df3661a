import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { ScissorsIcon } from '../../../ui/icons.tsx';

const march = keyframes({ to: { strokeDashoffset: -36 } });

/** Dashed cut line around its parent, with scissors; runs while `moving`. */
export function CutLine({ moving, scissors = true }: { moving: boolean; scissors?: boolean }) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        inset: 0,
        pointerEvents: 'none',
        color: moving ? 'clearcut.accent' : 'clearcut.edge',
      }}
    >
      <Box component="svg" sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' }}>
        <Box
          component="rect"
          sx={{
            x: '1px',
            y: '1px',
            width: 'calc(100% - 2px)',
            height: 'calc(100% - 2px)',
            fill: 'none',
            stroke: 'currentColor',
            strokeWidth: 2,
            strokeDasharray: '11 7',
            animation: moving ? `${march} 700ms linear infinite` : 'none',
          }}
        />
      </Box>
      {scissors && (
        <ScissorsIcon
          sx={{
            position: 'absolute',
            insetBlockStart: -12,
            insetInlineStart: 28,
            paddingInline: '3px',
            width: 32,
            height: 25,
            backgroundColor: 'clearcut.paper',
            '[dir=rtl] &': { scale: '-1 1' },
          }}
        />
      )}
    </Box>
  );
}
