import type { ApiDocument } from '../api-reference/document.ts';
import type { Language } from '../languages.ts';
import type { SiteFacts } from './facts.ts';

/** What a page is drawn from on the server. */
export interface RenderRequest {
  readonly pathname: string;
  readonly language: Language;
  /** All texts of the language, by their files. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly facts: SiteFacts;
  /** For the reference of the API alone. */
  readonly apiDocument: ApiDocument | undefined;
}

/** What the server puts into the document of a page that it drew. */
export interface RenderedPage {
  /** Within the page's root element. */
  readonly body: string;
  /** For its head: the styles, each once. */
  readonly styles: string;
  /** For its head: pictures that the browser fetches before it comes to them. */
  readonly preloads: string;
}

/** What the client's build for the server offers (client/src/app/server/render.tsx). @throws Error where there is no such page, or a text is missing */
export type Render = (request: RenderRequest) => Promise<RenderedPage>;

/** Of the header of every page: nothing is shown before all of it has come, since what comes last would push the rest aside. */
export const HEADER_ID = 'header';
