export interface Mail {
  /** The ID, the same for each try. A mail system can therefore recognize duplicates by their Message-ID. */
  id: string
  to: string
  subject: string
  /** The body as plain text. */
  text: string
  /** The same body as HTML, for email clients that support it. */
  html?: string
  /**
   * For newsletters: the URL that ends the subscription when the reader opens it, or with one click in the
   * email client.
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

/**
 * Thrown if the mail may have been sent: the mail server received it, or was about to, but has not confirmed
 * acceptance.
 */
export class MailInDoubtError extends Error {
  override readonly name = 'MailInDoubtError'

  constructor(cause: unknown) {
    super('The email server did not confirm the email.', { cause })
  }
}
