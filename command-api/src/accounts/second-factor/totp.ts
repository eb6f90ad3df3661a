import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Periods either side that count too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  // RFC 6238 defaults, which are all that many apps support: SHA-1, six digits, 30 seconds.
  new TOTP({ issuer: 'Clearcut', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

export function enrolment(secret: Uint8Array, email: string): { readonly secret: string; readonly qr: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, qr: renderSVG(totp.toString(), { border: 2 }) };
}

/** Number of the code's period since 1970; undefined for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
