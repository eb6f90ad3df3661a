export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** The same content twice: clients choose. */
  readonly html: string;
  readonly text: string;
  /** Whom an answer goes to. Default: the sender. */
  readonly replyTo?: string;
  readonly attachment?: { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };
  /** The same for every try to send it: a receiver that keeps ids can tell a repeat. */
  readonly id: string;
}

/** Takes mails on their way. Handing one over twice may deliver it twice. */
export interface MailTransport {
  /** @throws Error when it was not taken; another try later may succeed */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
