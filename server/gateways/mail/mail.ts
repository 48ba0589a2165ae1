export interface Mail {
  /** The same at each try, so that a mail system that gets it twice can know it by its Message-ID. */
  id: string
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same with markup, for mail programs that show it. */
  html?: string
  /** Of a newsletter: where its reader ends the subscription, by opening it or by the mail program's one click. */
  unsubscribeUrl?: string
}

/** What `send` may take in all: RFC 5321 (4.5.3.2.6) leaves a mail server ten minutes to say that it took a message. */
export const LONGEST_SEND_MS = 11 * 60_000

export interface MailGateway {
  /**
   * @throws MailInDoubtError where the mail may be out; whatever else it throws, the mail is not: a mail server that
   * refuses it, or that is not there.
   */
  send(mail: Mail): Promise<void>
}

/** The mail server was given the mail, or was about to be, and has not said whether it took it. */
export class MailInDoubtError extends Error {
  override readonly name = 'MailInDoubtError'

  constructor(cause: unknown) {
    super('The email server did not confirm the email.', { cause })
  }
}
