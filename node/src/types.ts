/** Pixels of the upright picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rows from the top, 8-bit RGB, or RGBA with straight alpha. */
export interface RawPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Encoded bytes, a path or `file:` URL, a stream, or raw pixels. */
export type Input = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array> | RawPicture;

export interface Options {
  /** The subject; the model finds it if both are left out. */
  readonly box?: Box | undefined;
  readonly point?: Point | undefined;
  /** Default: `cut-out`. */
  readonly output?: 'cut-out' | 'mask' | 'both' | undefined;
  /** Default: `png`. `raw`: RGBA for the cut-out, one byte per pixel for the mask. */
  readonly format?: 'png' | 'jpg' | 'webp' | 'raw' | undefined;
  /** Behind the cut-out: `#rrggbb` or `#rrggbbaa`. A JPG needs one. */
  readonly background?: string | undefined;
  /** To the subject. */
  readonly crop?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SessionOptions {
  /** Default: the bundled one. Others need `dataDir`. */
  readonly model?: string | undefined;
  readonly dataDir?: string | undefined;
  /** Pictures at once, each with its own model. Default: 2, or 1 on one core. */
  readonly concurrency?: number | undefined;
}

export interface Result {
  /** Upright, and cropped if wanted. */
  readonly width: number;
  readonly height: number;
  /** No certain subject, only the likeliest. */
  readonly isGuess: boolean;
  /** Undefined unless wanted. */
  readonly cutOut: Uint8Array | undefined;
  /** The cut-out's alpha. Undefined unless wanted. */
  readonly mask: Uint8Array | undefined;
}

export interface Session {
  /** @throws as `removeBackground` of the package */
  removeBackground(input: Input, options?: Options): Promise<Result>;
  /** Lets pictures under way finish. Rejects those that have not arrived 5 seconds later. */
  close(): Promise<void>;
}
