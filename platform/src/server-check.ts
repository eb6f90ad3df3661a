/** A server outside of the product that a setting names, and a way to ask whether it can be used. */
export interface ServerCheck {
  /** Name of the setting. */
  readonly setting: string;
  /** As it stands in a sentence after "the". */
  readonly part: 'database' | 'event store' | 'message bus' | 'blob store' | 'mail server';
  /** For people: without a password. */
  readonly address: string;
  /**
   * Resolves when the server has answered a call that needs our name, password and certificate.
   * @throws UnusableServerError when waiting would not help; any other error means that the server is away
   */
  ask(): Promise<void>;
  /** Ends the connections that were opened to ask. */
  close(): Promise<void>;
}

/** The server at an address cannot be used as the setting has it, and waiting does not help. The message is the end of a sentence. */
export class UnusableServerError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnusableServerError';
  }
}

/** What Node and the clients built on it say of a certificate that is not trusted, has expired or is of another host. */
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

/** The error and what caused it, outermost first. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && !chain.includes(at); at = at.cause) {
    chain.push(at);
    if (at instanceof AggregateError && at.errors[0] instanceof Error) chain.push(at.errors[0]);
  }
  return chain;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Why a server could not be reached, in words for the person who set its address. */
export function whyAway(error: unknown): string {
  const chain = chainOf(error);
  for (const [code, words] of Object.entries(WORDS)) {
    if (chain.some((at) => codeOf(at) === code || at.message.includes(code))) return words;
  }
  return chain.at(-1)?.message.split('\n', 1)[0] || 'there was no answer';
}

/** Throws what makes waiting useless where the error is of a certificate, and the error itself otherwise. */
export function throwOfServer(error: unknown): never {
  const ofCertificate = chainOf(error).find((at) => CERTIFICATE.test(`${codeOf(at)} ${at.message}`));
  if (ofCertificate === undefined) throw error;
  // What comes after a semicolon is advice about Node's own switches.
  const reason = ofCertificate.message.split(/[\n;]/, 1)[0];
  throw new UnusableServerError(`its certificate is not trusted (${reason})`, { cause: error });
}
