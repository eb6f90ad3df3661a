export interface ErrorReport {
  /** The request's, shown to people as the Error ID. */
  readonly id: string;
  readonly code: string;
  readonly status: number;
  /** Method and path pattern, without what a person entered; null for an unknown route. */
  readonly route: string | null;
  /** User id or digest of the visitor's client id; null when refused before it was known. */
  readonly owner: string | null;
  /** Counted, not stored. */
  readonly address: string;
}

export interface ErrorReports {
  /** Returns at once and never throws. */
  keep(report: ErrorReport): void;
}
