import type { OAUTH_ERRORS } from '@clearcut/schemas/identity/http';

/** Query parameter `oauth_error`. */
export class ThirdPartyError extends Error {
  readonly code: (typeof OAUTH_ERRORS)[number];

  constructor(code: (typeof OAUTH_ERRORS)[number], cause?: unknown) {
    super(`The third-party login ended with ${code}`, { cause });
    this.name = 'ThirdPartyError';
    this.code = code;
  }
}

export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: string | undefined;
}

/** Secret from the browser. */
export interface Challenge {
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface ThirdParty {
  readonly name: string;
  /** @throws ThirdPartyError generic */
  begin(): Promise<Challenge & { readonly url: URL; readonly state: string }>;
  /** @throws ThirdPartyError generic, invalid_token */
  finish(query: string, state: string, challenge: Challenge): Promise<Claims>;
}
