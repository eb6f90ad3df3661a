import type { IncomingHttpHeaders } from 'node:http';

export interface SiteRequest {
  readonly pathname: string;
  /** Includes the question mark; empty without a query. */
  readonly search: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | StoredBody;
}

export type Encoding = 'br' | 'gzip';

export interface StoredBody {
  readonly etag: string;
  read(encoding: Encoding | undefined): Promise<Uint8Array>;
}

export interface Site {
  answer(request: SiteRequest): Promise<SiteAnswer | undefined>;
  notFound(request: SiteRequest): Promise<SiteAnswer>;
}
