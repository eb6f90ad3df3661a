import { Transform } from 'node:stream';

/** Paths and options are never longer. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** Drops overlong lines: the transport would stop reading for good. */
export function boundedLines(longest = MAX_LINE_LENGTH): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      for (let end = rest.indexOf(0x0a); ; end = rest.indexOf(0x0a)) {
        const piece = end === -1 ? rest : rest.subarray(0, end + 1);
        length += piece.length;
        if (length <= longest) parts.push(piece);
        else parts = [];
        if (end === -1) break;
        if (length <= longest) this.push(Buffer.concat(parts));
        [parts, length, rest] = [[], 0, rest.subarray(end + 1)];
      }
      done();
    },
  });
}
