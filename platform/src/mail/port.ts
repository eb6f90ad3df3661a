export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Default: the sender. */
  readonly replyTo?: string;
  readonly attachment?: { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };
  /** Constant across retries. */
  readonly id: string;
}

export interface MailTransport {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
