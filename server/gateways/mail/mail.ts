export interface Mail {
  /** Identical for each try, so that a mail system can recognize duplicates by their Message-ID. */
  id: string
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same text as HTML, for mail programs that support it. */
  html?: string
  /**
   * For newsletters: the URL that ends the subscription when the reader opens it, or with one click in the
   * mail program.
   */
  unsubscribeUrl?: string
}

/**
 * Maximum duration of `send` in milliseconds. RFC 5321 (4.5.3.2.6) gives a mail server ten minutes to confirm
 * that it accepted a message.
 */
export const LONGEST_SEND_MS = 11 * 60_000

export interface MailGateway {
  /**
   * Sends a mail.
   * @throws MailInDoubtError if the mail may have been sent. After any other error, it was not sent, for
   * example because a mail server refused it or is unreachable.
   */
  send(mail: Mail): Promise<void>
}

/** The mail server received the mail, or was about to, and has not confirmed that it accepted it. */
export class MailInDoubtError extends Error {
  override readonly name = 'MailInDoubtError'

  constructor(cause: unknown) {
    super('The email server did not confirm the email.', { cause })
  }
}
