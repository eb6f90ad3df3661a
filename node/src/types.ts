/** Pixels of the upright picture, from the upper left. */
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

/** Pixels without a file: rows from the top, 8-bit RGB, or RGBA with straight alpha. */
export interface RawPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Encoded bytes, the path or `file:` URL of a file, a stream of encoded bytes, or raw pixels. */
export type Input = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array> | RawPicture;

export interface Options {
  /** Where the subject is; found by the model if both are left out. */
  readonly box?: Box | undefined;
  readonly point?: Point | undefined;
  /** Default: `cut-out`. */
  readonly output?: 'cut-out' | 'mask' | 'both' | undefined;
  /** Default: `png`. `raw`: RGBA for the cut-out, one byte per pixel for the mask. */
  readonly format?: 'png' | 'raw' | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SessionOptions {
  /** Default: the bundled one. Others are those that `npm run models -- install` put below `dataDir`. */
  readonly model?: string | undefined;
  readonly dataDir?: string | undefined;
  /** Pictures at once, each on a thread with its own copy of the model. Default: 2, or 1 on a single core. */
  readonly concurrency?: number | undefined;
}

export interface Result {
  /** Size of the upright picture, which the cut-out and the mask have too. */
  readonly width: number;
  readonly height: number;
  /** The model saw no certain subject; this is the likeliest one. */
  readonly isGuess: boolean;
  /** Undefined unless wanted. */
  readonly cutOut: Uint8Array | undefined;
  /** Alpha of the cut-out. Undefined unless wanted. */
  readonly mask: Uint8Array | undefined;
}

export interface Session {
  /** @throws NoSubjectError, UnreadablePictureError, ModelError, TypeError for wrong options, the signal's reason */
  removeBackground(input: Input, options?: Options): Promise<Result>;
  /** Ends the threads once their pictures are done. */
  close(): Promise<void>;
}
