export interface ServerCheck {
  /** Undefined for the embedded one. */
  readonly setting: string | undefined;
  readonly part: 'database' | 'embedded database' | 'event store' | 'message bus' | 'blob store' | 'mail server';
  /** Without a password. */
  readonly address: string;
  /**
   * Resolves after a call that needs our credentials.
   * @throws UnusableServerError when waiting would not help; other errors mean that the server is away
   */
  ask(): Promise<void>;
  close(): Promise<void>;
}

/** The message is the end of a sentence. */
export class UnusableServerError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnusableServerError';
  }
}

const CERTIFICATE = /certificate|altnames|self.signed|CERT_|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/i;

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken off',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'there was no answer',
};

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && !chain.includes(at); at = at.cause) {
    chain.push(at);
    if (at instanceof AggregateError && at.errors[0] instanceof Error) chain.push(at.errors[0]);
  }
  return chain;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

export function outageReason(error: unknown): string {
  const chain = chainOf(error);
  for (const [code, words] of Object.entries(WORDS)) {
    if (chain.some((at) => codeOf(at) === code || at.message.includes(code))) return words;
  }
  return chain.at(-1)?.message.split('\n', 1)[0] || 'there was no answer';
}

/** @throws UnusableServerError for a certificate; else the error itself */
export function throwOfServer(error: unknown): never {
  const ofCertificate = chainOf(error).find((at) => CERTIFICATE.test(`${codeOf(at)} ${at.message}`));
  if (ofCertificate === undefined) throw error;
  // Cuts Node's advice after a semicolon.
  const reason = ofCertificate.message.split(/[\n;]/, 1)[0];
  throw new UnusableServerError(`its certificate is not trusted (${reason})`, { cause: error });
}
