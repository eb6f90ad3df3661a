import { styled } from '@mui/material/styles';

const ticks = (every: number, height: number): string =>
  `repeating-linear-gradient(90deg, rgb(222 255 240 / 38%) 0 1px, transparent 1px ${every}px) 0 0 / 100% ${height}px no-repeat`;

export const Mat = styled('div')(({ theme }) => {
  const { mat, matLine, onMat } = theme.vars.palette.clearcut;
  const grid = (angle: number, every: number) =>
    `repeating-linear-gradient(${angle}deg, ${matLine} 0 1px, transparent 1px ${every}px)`;
  return {
    position: 'relative',
    isolation: 'isolate',
    color: onMat,
    backgroundColor: mat,
    background: [
      ticks(16, 7),
      ticks(80, 13),
      grid(0, 80),
      grid(90, 80),
      grid(0, 16),
      grid(90, 16),
      `radial-gradient(120% 90% at 50% 0%, rgb(255 255 255 / 7%), transparent 70%)`,
      mat,
    ].join(', '),
  };
});
