/**
 * A phone held sideways: too low for a sidebar beside the page, whose items are in the menu. Narrower are windows at
 * 400 % zoom, and phones whose keyboard is open: no room for two columns.
 */
export const SIDEWAYS = '@media (height < 500px) and (560px <= width < 1024px)';
