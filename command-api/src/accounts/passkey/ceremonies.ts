import type { Database } from '@clearcut/platform/database/database';
import { PASSKEYS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { NewPasskey, PasskeyAnswer, PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Account } from '../account/accounts.ts';
import { type ChallengeUse, newChallenge, takeChallenge } from './challenges.ts';
import { countUse, findPasskey, type Passkey, passkeysOf } from './passkeys.ts';

/** The site that passkeys are bound to. */
interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

export interface PasskeyDeps {
  readonly database: Database;
  readonly relyingParty: () => RelyingParty;
}

/** COSE numbers of ES256, RS256 and EdDSA. */
const ALGORITHMS = [-7, -257, -8];

/** 300 modules, loaded with the first passkey. */
const webAuthn = () => import('@simplewebauthn/server');

/** Options for a discoverable passkey with user verification (finger, face or PIN). */
export async function beginRegistration(
  { database, relyingParty }: PasskeyDeps,
  { id: userId, email, firstName, lastName }: Account,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn();
  const challenge = await newChallenge(database, { purpose: 'register', userId });
  return generateRegistrationOptions({
    rpName: 'Clearcut',
    rpID: relyingParty().id,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`.trim() || email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: PASSKEYS.challengeMs,
    attestationType: 'none',
    excludeCredentials: await descriptorsOf(database, userId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** @throws CatalogueError passkey_refused */
export async function finishRegistration(
  { database, relyingParty }: PasskeyDeps,
  userId: string,
  made: NewPasskey,
): Promise<Omit<Passkey, 'id' | 'userId' | 'logsIn'>> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { id: expectedRPID, origins } = relyingParty();
  const expectedChallenge = await challengeTaken(database, made, { purpose: 'register', userId });
  const { registrationInfo } = await refusing(
    verifyRegistrationResponse({
      response: { ...made, response: { ...made.response, transports: [...made.response.transports] } },
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (registrationInfo === undefined) throw new CatalogueError('passkey_refused');
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  if ((await findPasskey(database, credentialId)) !== undefined) throw new CatalogueError('passkey_refused');
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports: made.response.transports };
}

export async function beginAuthentication(
  { database, relyingParty }: PasskeyDeps,
  use: ChallengeUse,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: new Uint8Array(Buffer.from(await newChallenge(database, use), 'base64url')),
    timeout: PASSKEYS.challengeMs,
    userVerification: 'required',
    // Empty: the person picks any passkey of this site.
    allowCredentials: use.userId === null ? [] : await descriptorsOf(database, use.userId),
  });
}

/**
 * Verifies an answer, consuming the challenge and recording the authenticator's counter.
 * @throws CatalogueError passkey_refused
 */
export async function takePasskey(
  { database, relyingParty }: PasskeyDeps,
  answer: PasskeyAnswer,
  owner: string,
  purpose: PasskeyChallengeBody['purpose'],
): Promise<void> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { id: expectedRPID, origins } = relyingParty();
  const use = purpose === 'log-in' ? { purpose, userId: null } : { purpose, userId: owner };
  const expectedChallenge = await challengeTaken(database, answer, use);
  const passkey = await findPasskey(database, answer.id);
  if (passkey?.userId !== owner || (purpose === 'log-in' && !passkey.logsIn))
    throw new CatalogueError('passkey_refused');
  const { credentialId: id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }),
  );
  if (!verified || !(await countUse(database, passkey.id, authenticationInfo.newCounter))) {
    throw new CatalogueError('passkey_refused');
  }
}

async function descriptorsOf(database: Database, userId: string) {
  const passkeys = await passkeysOf(database, userId);
  return passkeys.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] }));
}

/** The library throws a plain Error for any fault. */
async function refusing<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch (cause) {
    throw new CatalogueError('passkey_refused', { cause });
  }
}

const clientDataSchema = z.object({ challenge: z.string().max(256) });

/** Consumes the challenge first: a wrong answer has no second try. */
async function challengeTaken(
  database: Database,
  { response }: NewPasskey | PasskeyAnswer,
  use: ChallengeUse,
): Promise<string> {
  const { success, data } = clientDataSchema.safeParse(jsonOf(response.clientDataJSON));
  if (!success || !(await takeChallenge(database, data.challenge, use))) throw new CatalogueError('passkey_refused');
  return data.challenge;
}

function jsonOf(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString());
  } catch {
    return undefined;
  }
}
