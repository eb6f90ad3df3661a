import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Periods before and after the present one whose codes count too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** A new secret of 160 bits, the size that RFC 4226 asks for. */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  // The defaults of RFC 6238, which are all that many apps know: SHA-1, six digits, 30 seconds.
  new TOTP({ issuer: 'Clearcut', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** What an app takes in: as text to type, and as a QR code of the address, in SVG. */
export function enrolment(secret: Uint8Array, email: string): { readonly secret: string; readonly qr: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, qr: renderSVG(totp.toString(), { border: 2 }) };
}

/** The period whose code this is, as its number since 1970; undefined for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
