/** Tells people from programs that fill in forms. */
export interface HumanCheck {
  /** What the page needs to show the check. */
  readonly siteKey: string;
  /** Whether the token that the page was given is good, for this visitor and for the first time. */
  passes(token: string | undefined, address: string): Promise<boolean>;
}
