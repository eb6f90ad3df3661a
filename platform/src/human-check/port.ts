export interface HumanCheck {
  readonly siteKey: string;
  /** Unused, from this visitor. */
  passes(token: string | undefined, address: string): Promise<boolean>;
}
