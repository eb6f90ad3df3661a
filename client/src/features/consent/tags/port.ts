/** What counts visitors. Until `start` is called it fetches nothing and stores nothing. */
export interface Counter {
  start(): void;
  /** Another page is shown, without a page load. */
  showPage(path: string): void;
  /** Counts no more, and takes away what it stored. */
  stop(): void;
}
