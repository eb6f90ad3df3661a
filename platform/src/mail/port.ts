export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Default: the sender. */
  readonly replyTo?: string;
  readonly attachment?: { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };
  /** Constant across retries, so that receivers can deduplicate. */
  readonly id: string;
}

export interface MailTransport {
  /** @throws Error when the mail was not accepted; a retry may succeed */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
