import type { Theme } from '@mui/material/styles';
import { checker } from '../../ui/paper/checker.ts';

/** What can lie behind a cut-out, to judge its edges. */
export const backdrops = ['checker', 'white', 'black', 'accent'] as const;
export type Backdrop = (typeof backdrops)[number];

/** CSS background of a backdrop; `square` is the checkerboard's period in pixels. */
export function backdropCss(theme: Theme, backdrop: Backdrop, square: number): string {
  const { checkerLight, checkerDark, accent } = theme.vars.palette.clearcut;
  switch (backdrop) {
    case 'checker':
      return checker(checkerLight, checkerDark, square);
    case 'white':
      return '#ffffff';
    case 'black':
      return '#000000';
    case 'accent':
      return accent;
  }
}
