const MAX_DEPTH = 16;
const MAX_VALUES = 1_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Checks a JSON text before parsing, which would cost more than any request is worth. */
export function shapeProblem(json: Uint8Array): string | undefined {
  let depth = 0;
  let values = 1;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || OPENING.has(byte)) {
      values += 1;
      if (byte !== COMMA) depth += 1;
      if (values > MAX_VALUES) return `The body has more than ${MAX_VALUES} values.`;
      if (depth > MAX_DEPTH) return `The body has more than ${MAX_DEPTH} levels.`;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return undefined;
}
