import type { Theme } from '@mui/material/styles';
import { checker } from '../../ui/paper/checker.ts';

/** The backgrounds that are offered beside the result, by what they are called; null is none. The editor has all others. */
export const BACKDROPS = [
  ['transparent', null],
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['orange', '#ff5a1f'],
] as const satisfies readonly (readonly [string, string | null])[];

/** CSS background of a colour behind the picture, or of none; `square` is the checkerboard's period in pixels. */
export function backdropCss(theme: Theme, colour: string | null, square: number): string {
  const { checkerLight, checkerDark } = theme.vars.palette.clearcut;
  return colour ?? checker(checkerLight, checkerDark, square);
}
