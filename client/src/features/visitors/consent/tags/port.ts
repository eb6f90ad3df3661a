import type { Profile } from '@clearcut/schemas/identity/http';

/** Loads and stores nothing before `start`. */
export interface Counter {
  start(): void;
  showPage(path: string): void;
  showUser(profile: Profile): void;
  hideUser(): void;
  /** Also removes what it stored. */
  stop(): void;
}
