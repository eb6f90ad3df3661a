import type { OAUTH_ERRORS } from '@clearcut/schemas/identity/http';

/** Why a third-party login failed: a value of the query parameter `oauth_error`. */
export class ThirdPartyError extends Error {
  readonly code: (typeof OAUTH_ERRORS)[number];

  constructor(code: (typeof OAUTH_ERRORS)[number], cause?: unknown) {
    super(`The third-party login ended with ${code}`, { cause });
    this.name = 'ThirdPartyError';
    this.code = code;
  }
}

/** The user as the third party describes them. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the third party says in so many words that it has verified the address. */
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: string | undefined;
}

/** What proves, on the way back, that this product began the login. Kept secret from the browser. */
export interface Challenge {
  readonly codeVerifier: string;
  readonly nonce: string;
}

/** Another site at which people log in. */
export interface ThirdParty {
  /** As people know it. */
  readonly name: string;
  /** Where the browser is sent, and what has to be kept until it comes back. @throws ThirdPartyError generic */
  begin(): Promise<Challenge & { readonly url: URL; readonly state: string }>;
  /** Trades the code that the browser came back with. @throws ThirdPartyError generic, invalid_token */
  finish(query: string, state: string, challenge: Challenge): Promise<Claims>;
}
