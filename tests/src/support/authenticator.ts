import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '@clearcut/schemas/identity/passkey';

/** Faults of an answer. */
export interface Flaws {
  /** Origin of the requesting page, as reported by its browser. */
  readonly origin?: string;
  /** Domain of the page, for the authenticator. */
  readonly rpId?: string;
  /** Reported signature counter. Undefined: the last one plus one. */
  readonly counter?: number;
  /** Whether it asked for a finger, a face or a PIN. */
  readonly verified?: boolean;
}

/** A software authenticator with one passkey. */
export interface Authenticator {
  create(options: { readonly challenge: string }, flaws?: Flaws): NewPasskey;
  get(options: { readonly challenge: string }, flaws?: Flaws): PasskeyAnswer;
}

/** Flags of authenticator data (Web Authentication Level 3, section 6.1). */
const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

/** @param origin of its pages */
export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let answered = 0;

  function dataOf(flags: number, { rpId = new URL(origin).hostname, counter, verified = true }: Flaws): Buffer {
    answered = counter ?? answered + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(answered);
    const all = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(all), count]);
  }

  const clientData = (type: string, challenge: string, from = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;

  return {
    create({ challenge }, flaws = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        dataOf(HAS_CREDENTIAL, flaws),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, flaws.origin).toString('base64url'),
          attestationObject: withoutAttestation(authData).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge }, flaws = {}) {
      const authenticatorData = dataOf(0, flaws);
      const client = clientData('webauthn.get', challenge, flaws.origin);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

/** The CBOR map {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an EC2 key for ES256 on P-256 (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** The CBOR map {"fmt": "none", "attStmt": {}, "authData": bytes}, with up to 255 bytes. */
const withoutAttestation = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.of(authData.length),
    authData,
  ]);
