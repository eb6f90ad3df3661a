import { PNG_SIGNATURE } from '@clearcut/platform/picture-header/png';

/** ISO media brands of still pictures. Source: ISO/IEC 23008-12, AV1 Image File Format. */
const HEIC = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/;
const AVIF = /^avi[fs]$/;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Advice for an unsupported file by its first bytes; undefined for an unknown type. */
export function adviceFor(head: Buffer): string | undefined {
  const name = nameOf(head);
  if (name !== undefined) return `This is ${name}, which is not supported. Save it as JPG or PNG, then upload that.`;
  if (head.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
    return 'The file begins with a byte order mark, as if a picture had been sent as text. Send its bytes as they are.';
  }
  const text = head.toString('latin1');
  if (/^(?:\r\n)?--[^\r\n]{1,70}\r?\nContent-Disposition:\s*form-data/i.test(text)) {
    return 'This is a form. Send the bytes of the picture alone as the body: with curl by --data-binary @photo.jpg, not by -F.';
  }
  if (text.startsWith('\x89PNG') && !head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    return 'The bytes of this PNG were changed on the way, as if it had been sent as text. With curl use --data-binary, not --data.';
  }
  return undefined;
}

function nameOf(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  // Xcode writes it for iOS: not a PNG by the standard, although it has the signature of one.
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) && text.slice(12, 16) === 'CgBI') {
    return 'a PNG of an iPhone app (CgBI)';
  }
  const brand = text.slice(4, 8) === 'ftyp' ? text.slice(8, 12) : '';
  // A generic HEIF file may list AVIF among its compatible brands.
  if (AVIF.test(brand) || (brand === 'mif1' && /avi[fs]/.test(text.slice(16, 40)))) return 'an AVIF picture';
  if (HEIC.test(brand)) return 'a HEIC picture';
  if (/^GIF8[79]a/.test(text)) return 'a GIF';
  if (/^(II\*\0|MM\0\*)/.test(text)) return 'a TIFF or a camera’s raw picture';
  if (/^BM[^]{4}\0\0\0\0/.test(text)) return 'a BMP picture';
  if (/^(\xef\xbb\xbf)?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(text) && /<svg[\s>]/i.test(text))
    return 'an SVG drawing';
  return undefined;
}
