/** A visitor counter. Loads and stores nothing before `start`. */
export interface Counter {
  start(): void;
  /** Another page without a page load. */
  showPage(path: string): void;
  /** Stops counting and removes what it stored. */
  stop(): void;
}
