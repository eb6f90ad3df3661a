import { keyframes } from '@mui/material/styles';

const slide = keyframes({ from: { translate: '-100% 0' }, to: { translate: '300% 0' } });
const slideLeft = keyframes({ from: { translate: '100% 0' }, to: { translate: '-300% 0' } });
const PACE = '1.3s ease-in-out infinite';

/** Runs along a bar in reading direction while progress is unknown. */
export const sliding = {
  width: '33%',
  animation: `${slide} ${PACE}`,
  // The mirroring plug-in ignores `translate`: the bar would be invisible half of the time.
  '[dir=rtl] &': { animation: `${slideLeft} ${PACE}` },
} as const;
