/** The server at an address cannot be used as the setting has it, and waiting does not help. The message is the end of a sentence. */
export class UnusableServerError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnusableServerError';
  }
}
