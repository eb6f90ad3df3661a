import * as oidc from 'openid-client';
import { isLocalHost } from '../../config/integrations.ts';
import { type Claims, type ThirdParty, ThirdPartyError } from '../port.ts';

export interface OpenIdConnectOptions {
  readonly issuer: () => string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly name: string;
  readonly callback: () => string;
}

const TIMEOUT_SECONDS = 10;

/** Code with PKCE, state and nonce. Contacts the issuer at the first login. */
export function createOpenIdConnect(options: OpenIdConnectOptions): ThirdParty {
  let discovered: Promise<oidc.Configuration> | undefined;

  async function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover(options);
    try {
      return await discovered;
    } catch (error) {
      // Retries at the next login.
      discovered = undefined;
      throw new ThirdPartyError('generic', error);
    }
  }

  return {
    name: options.name,
    async begin() {
      const config = await configuration();
      const [codeVerifier, nonce, state] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce(), oidc.randomState()];
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: options.callback(),
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url, state, codeVerifier, nonce };
    },
    async finish(query, state, { codeVerifier, nonce }) {
      const config = await configuration();
      const checks = {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      };
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${options.callback()}${query}`), checks);
        const claims = tokens.claims();
        if (claims === undefined) throw new ThirdPartyError('invalid_token');
        return readClaims(claims, await more(config, tokens.access_token, claims));
      } catch (error) {
        if (error instanceof ThirdPartyError) throw error;
        // Refused; any other error is an invalid answer.
        throw new ThirdPartyError(
          error instanceof oidc.AuthorizationResponseError ? 'generic' : 'invalid_token',
          error,
        );
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OpenIdConnectOptions): Promise<oidc.Configuration> {
  const server = new URL(issuer());
  const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(server, clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    ...(isLocalHost(server.hostname) ? { execute: [oidc.allowInsecureRequests] } : {}),
  });
}

/** Some put the address only into userinfo. */
async function more(
  config: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<Readonly<Record<string, unknown>>> {
  if (claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return {};
  return oidc.fetchUserInfo(config, accessToken, claims.sub);
}

function readClaims(claims: oidc.IDToken, info: Readonly<Record<string, unknown>>): Claims {
  const given: Readonly<Record<string, unknown>> = { ...info, ...claims };
  const text = (name: string): string | undefined => (typeof given[name] === 'string' ? given[name] : undefined);
  const names = text('given_name') === undefined ? (text('name') ?? '').split(' ') : [];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text('email'),
    emailVerified: given['email_verified'] === true,
    firstName: text('given_name') ?? names[0] ?? '',
    lastName: text('family_name') ?? names.slice(1).join(' '),
    locale: text('locale'),
  };
}
