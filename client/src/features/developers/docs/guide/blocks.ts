export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  | { readonly href: string; readonly label: string };

/** `text` of a heading has no marks; its level is 2 or 3. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };
