/** What counts visitors. Until `start` is called it fetches nothing and stores nothing. */
export interface Counter {
  start(): void;
  /** Another page is shown, without a page load. */
  showPage(path: string): void;
  /** Counts no more, and takes away what it stored. */
  stop(): void;
}

/** Runs a script of another host; where it does not come, nothing is counted and nothing else is lost. */
export function runScript(src: string, data: Readonly<Record<string, string>> = {}): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  Object.assign(script.dataset, data);
  document.head.append(script);
}
