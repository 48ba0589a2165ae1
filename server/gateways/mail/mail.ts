export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
}

export interface MailGateway {
  /** @throws where the mail server refuses or does not answer; the outbox tries again. */
  send(mail: Mail): Promise<void>
}
