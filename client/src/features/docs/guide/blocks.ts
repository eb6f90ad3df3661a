export type Inline =
  string | { readonly code: string } | { readonly strong: string } | { readonly href: string; readonly label: string };

/** `text` of a heading has no marks; its level is 2 or 3. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

export const GUIDES = ['move', 'recipes', 'commandLine', 'library', 'typescript', 'python'] as const;
export type Guide = (typeof GUIDES)[number];

/** Documents of the project, from its folder. */
export const GUIDE_FILES = {
  move: 'docs/move.md',
  recipes: 'docs/recipes.md',
  commandLine: 'cli/README.md',
  library: 'node/README.md',
  typescript: 'clients/typescript/README.md',
  python: 'clients/python/README.md',
} as const satisfies Readonly<Record<Guide, string>>;
