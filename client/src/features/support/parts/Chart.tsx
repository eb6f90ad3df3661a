import Box from '@mui/material/Box';

const WIDTH = 600;
const HEIGHT = 120;

interface ChartProps {
  /** Scaled to the largest. */
  readonly values: readonly number[];
  readonly kind: 'bars' | 'line';
  /** CSS pixels. */
  readonly height?: number;
}

/** Bars or a line for the adjacent table; time follows the reading direction. */
export function Chart({ values, kind, height = HEIGHT }: ChartProps) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  const topOf = (value: number): number => HEIGHT - (Math.max(0, value) / most) * HEIGHT;
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      sx={{
        display: 'block',
        width: '100%',
        height,
        color: ({ vars }) => vars?.palette.clearcut.accentText,
        '[dir=rtl] &': { scale: '-1 1' },
      }}
    >
      <Box
        component="path"
        d={`M0 ${HEIGHT}H${WIDTH}`}
        vectorEffect="non-scaling-stroke"
        sx={{ stroke: ({ vars }) => vars?.palette.divider, strokeWidth: 1 }}
      />
      {kind === 'line' ? (
        <path
          d={values.map((value, index) => `${index === 0 ? 'M' : 'L'}${(index + 0.5) * step} ${topOf(value)}`).join('')}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <path
          d={values
            .map(
              (value, index) =>
                `M${(index + 0.15) * step} ${HEIGHT}V${topOf(value)}H${(index + 0.85) * step}V${HEIGHT}Z`,
            )
            .join('')}
          fill="currentColor"
        />
      )}
    </Box>
  );
}
