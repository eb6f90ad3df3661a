export type Source = { readonly bytes: Uint8Array; readonly name: string } | { readonly url: string };

export interface CutOut {
  readonly bytes: Uint8Array;
  readonly credits: number;
  /** No certain subject, only the likeliest. */
  readonly isGuess?: boolean;
}
