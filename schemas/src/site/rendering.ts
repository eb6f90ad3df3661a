import type { ApiDocument } from '../api-reference/document.ts';
import type { Language } from '../languages.ts';
import type { SiteFacts } from './facts.ts';

export interface RenderRequest {
  readonly pathname: string;
  readonly language: Language;
  /** By file. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly facts: SiteFacts;
  readonly apiDocument: ApiDocument | undefined;
}

export interface RenderedPage {
  readonly body: string;
  readonly styles: string;
  readonly preloads: string;
}

/** Offered by client/src/app/server/render.tsx. @throws Error for an unknown page or a missing text */
export type Render = (request: RenderRequest) => Promise<RenderedPage>;

/** The browser paints nothing before the start tag with this id, which follows the header: half a header would shift. */
export const CONTENT_ID = 'content';
