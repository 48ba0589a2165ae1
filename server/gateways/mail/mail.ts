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

export interface MailGateway {
  /** @throws where the mail server refuses or does not answer; the outbox tries again. */
  send(mail: Mail): Promise<void>
}
