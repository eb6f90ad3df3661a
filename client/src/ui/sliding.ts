import { keyframes } from '@mui/material/styles';

const slide = keyframes({ from: { translate: '-100% 0' }, to: { translate: '300% 0' } });
const slideLeft = keyframes({ from: { translate: '100% 0' }, to: { translate: '-300% 0' } });
const PACE = '1.3s ease-in-out infinite';

/** What runs along a bar, in the direction of reading, while it is not known how far something is. */
export const sliding = {
  width: '33%',
  animation: `${slide} ${PACE}`,
  // What turns styles round for Arabic does not know `translate`: the bar would be out of sight half of the time.
  '[dir=rtl] &': { animation: `${slideLeft} ${PACE}` },
} as const;
