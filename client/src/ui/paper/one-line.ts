/** Cuts off the end of a text, not its beginning, in either direction. */
export const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: '-webkit-match-parent',
} as const;
