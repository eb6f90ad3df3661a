/** A phone held sideways: too low for a sidebar beside the page, whose items are in the menu. */
export const SIDEWAYS = '@media (height < 500px) and (width < 1024px)';
