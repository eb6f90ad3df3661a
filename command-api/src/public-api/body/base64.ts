import { PassThrough } from 'node:stream';

/** Decodes base64 cut anywhere. Skips a `data:` prefix and white space. */
export class Base64Decoder {
  #rest = '';
  #hasBegun = false;

  push(text: string): Buffer {
    let given = this.#rest + text;
    if (!this.#hasBegun) {
      // The prefix may be cut too: it ends at a comma, or the text is too long to be one.
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

export class Base64Pipe {
  readonly bytes = new PassThrough();
  readonly #decoder = new Base64Decoder();

  /** Resolves when the reader wants more. Discards the rest once it has given up. */
  async write(text: string): Promise<void> {
    const { bytes } = this;
    if (bytes.destroyed || bytes.write(this.#decoder.push(text))) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        bytes.off('drain', resume).off('close', resume);
        resolve();
      };
      bytes.on('drain', resume).on('close', resume);
    });
  }

  end(): void {
    if (!this.bytes.destroyed) this.bytes.end(this.#decoder.end());
  }
}
