/** Loads and stores nothing before `start`. */
export interface Counter {
  start(): void;
  showPage(path: string): void;
  /** Also removes what it stored. */
  stop(): void;
}
