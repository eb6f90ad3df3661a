import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

interface Person {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string | undefined;
  readonly codeChallenge: string | undefined;
}

interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

export interface Issuer {
  metadata(): Record<string, unknown>;
  keys(): { readonly keys: readonly unknown[] };
  /** The code works once within a minute. */
  authorize(request: AuthorizationRequest, person: Person): string;
  /** Tokens, or the error's name (RFC 6749, section 5.2). */
  trade(request: TokenRequest): Promise<Record<string, unknown> | { readonly error: string }>;
}

const CODE_SECONDS = 60;
const ALGORITHM = 'ES256';

export async function createIssuer({
  issuer,
  clientId,
  clientSecret,
}: {
  readonly issuer: () => string;
  readonly clientId: string;
  readonly clientSecret: string;
}): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const codes = new Map<string, { request: AuthorizationRequest; person: Person; expires: number }>();

  return {
    metadata: () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ALGORITHM],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
    }),
    keys: () => ({ keys: [jwk] }),
    authorize(request, person) {
      const now = Date.now();
      for (const [code, { expires }] of codes) if (expires < now) codes.delete(code);
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { request, person, expires: now + CODE_SECONDS * 1000 });
      return code;
    },
    async trade(given) {
      if (given.clientId !== clientId || given.clientSecret !== clientSecret) return { error: 'invalid_client' };
      const found = codes.get(given.code);
      codes.delete(given.code);
      if (found === undefined || found.expires < Date.now()) return { error: 'invalid_grant' };
      const { request, person } = found;
      const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url');
      const fits = request.redirectUri === given.redirectUri && request.codeChallenge === challenge;
      if (!fits) return { error: 'invalid_grant' };
      const [firstName = '', ...lastNames] = person.name.split(' ');
      const idToken = await new SignJWT({
        email: person.email,
        email_verified: person.emailVerified,
        given_name: firstName,
        family_name: lastNames.join(' '),
        ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
      })
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setIssuer(issuer())
        .setAudience(clientId)
        .setSubject(createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 24))
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey);
      return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken };
    },
  };
}
