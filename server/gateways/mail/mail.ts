export interface Mail {
  /** The ID, the same for each try, so that email systems can recognize duplicates by their Message-ID. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
  /**
   * The URL that ends a newsletter subscription, either when opened or with one click in the email client.
   */
  unsubscribeUrl?: string
}

/**
 * Maximum duration of `send` in milliseconds. RFC 5321 (4.5.3.2.6) allows a mail server ten minutes to
 * confirm that it accepted a message.
 */
export const LONGEST_SEND_MS = 11 * 60_000

export interface MailGateway {
  /**
   * Sends an email.
   * @throws MailInDoubtError if the email may have been sent. Any other error means that it was not sent.
   */
  send(mail: Mail): Promise<void>
}

/**
 * Thrown if the email may have been sent: the mail server may have received it, but has not confirmed that it
 * accepted it.
 */
export class MailInDoubtError extends Error {
  override readonly name = 'MailInDoubtError'

  constructor(cause: unknown) {
    super('The email server did not confirm the email.', { cause })
  }
}
