import { PassThrough } from 'node:stream';

/** Decodes base64 piece by piece, wherever the pieces were cut. A `data:` prefix and white space are left out. */
export class Base64Decoder {
  #rest = '';
  #hasBegun = false;

  push(text: string): Buffer {
    let given = this.#rest + text;
    if (!this.#hasBegun) {
      // A prefix may be cut, too: it is told by its comma, or by being too long to be one.
      const mayBePrefix = given.startsWith('data:') || 'data:'.startsWith(given);
      if (mayBePrefix && !given.includes(',') && given.length < MAX_PREFIX) {
        this.#rest = given;
        return Buffer.alloc(0);
      }
      given = given.replace(/^data:[^,]*,/, '');
      this.#hasBegun = given !== '';
    }
    const digits = given.replace(/\s+/g, '');
    const whole = digits.length - (digits.length % 4);
    this.#rest = digits.slice(whole);
    return Buffer.from(digits.slice(0, whole), 'base64');
  }

  end(): Buffer {
    return Buffer.from(this.#rest, 'base64');
  }
}

const MAX_PREFIX = 200;

/** Takes base64 and gives the bytes to a reader, no faster than the reader takes them. */
export class Base64Pipe {
  readonly bytes = new PassThrough();
  readonly #decoder = new Base64Decoder();

  /** Resolves when the reader wants more. A reader that has given up takes the rest and throws it away. */
  async write(text: string): Promise<void> {
    const { bytes } = this;
    if (bytes.destroyed || bytes.write(this.#decoder.push(text))) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        bytes.off('drain', goOn).off('close', goOn);
        resolve();
      };
      bytes.on('drain', goOn).on('close', goOn);
    });
  }

  end(): void {
    if (!this.bytes.destroyed) this.bytes.end(this.#decoder.end());
  }
}
