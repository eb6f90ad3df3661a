import type { LedgerLine } from '@clearcut/schemas/credits/audit-http';
import Box from '@mui/material/Box';

const WIDTH = 600;
const HEIGHT = 80;

/** Stepped balance after each line; the table holds the same data. */
export function BalanceLine({ lines }: { readonly lines: readonly LedgerLine[] }) {
  const most = Math.max(1, ...lines.map(({ balance }) => balance));
  const step = WIDTH / Math.max(1, lines.length);
  const path = lines.map(({ balance }, index) => {
    const y = HEIGHT - (balance / most) * HEIGHT;
    return `${index === 0 ? 'M' : 'L'}${index * step} ${y}H${(index + 1) * step}`;
  });
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      sx={{ width: '100%', height: HEIGHT, '[dir=rtl] &': { scale: '-1 1' } }}
    >
      <Box
        component="path"
        d={path.join('')}
        vectorEffect="non-scaling-stroke"
        sx={{ fill: 'none', strokeWidth: 2, stroke: ({ vars }) => vars?.palette.clearcut.accentText }}
      />
    </Box>
  );
}
