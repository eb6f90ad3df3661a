import type { IncomingHttpHeaders } from 'node:http';

/** A request for a page or a file of the public site, by GET or HEAD. */
export interface SiteRequest {
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  /** Name and port that it was asked for by. */
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | StoredBody;
}

export type Encoding = 'br' | 'gzip';

/** A document that lies ready in each form. */
export interface StoredBody {
  /** Changes with the document. */
  readonly etag: string;
  read(encoding: Encoding | undefined): Promise<Uint8Array>;
}

/** The public site, as the edge knows it. */
export interface Site {
  /** Undefined: there is no page and no file of the site at this address. */
  answer(request: SiteRequest): Promise<SiteAnswer | undefined>;
  /** What a browser is shown where nothing is. */
  notFound(request: SiteRequest): Promise<SiteAnswer>;
}
