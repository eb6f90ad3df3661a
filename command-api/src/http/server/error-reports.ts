/** A request that was answered with an error. */
export interface ErrorReport {
  /** Of the request: the Error ID that the person is shown. */
  readonly id: string;
  readonly code: string;
  readonly status: number;
  /** Method and path as the contract has them, so without what a person put into the address; null where there is no such route. */
  readonly route: string | null;
  /** Id of the user, or digest of the visitor's client id; null where the request was refused before it was known. */
  readonly owner: string | null;
  /** That it came from; counted and not kept. */
  readonly address: string;
}

/** Where requests are remembered that were answered with an error. */
export interface ErrorReports {
  /** Returns at once, and never fails: the answer does not wait for it. */
  keep(report: ErrorReport): void;
}
