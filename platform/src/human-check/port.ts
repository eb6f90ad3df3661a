export interface HumanCheck {
  readonly siteKey: string;
  /** Valid, unused and from this visitor. */
  passes(token: string | undefined, address: string): Promise<boolean>;
}
