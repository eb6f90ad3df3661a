/** Buttons of a card: words beside icons, as many in a row as fit. */
export const slim = { minHeight: 44, minWidth: 0, paddingInline: '10px', fontSize: 'small' } as const;
