import type { Theme } from '@mui/material/styles';
import { checker } from '../../../ui/paper/checker.ts';

/** Backgrounds offered beside the result, by name; null: none. The editor has the others. */
export const BACKDROPS = [
  ['transparent', null],
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['orange', '#ff5a1f'],
] as const satisfies readonly (readonly [string, string | null])[];

/** CSS background for a colour or none. `square`: period of the chequerboard, pixels. */
export function backdropCss(theme: Theme, colour: string | null, square: number): string {
  const { checkerLight, checkerDark } = theme.vars.palette.clearcut;
  return colour ?? checker(checkerLight, checkerDark, square);
}
