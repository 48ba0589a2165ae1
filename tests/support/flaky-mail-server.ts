import type { Mail, MailGateway } from '../../server/gateways/mail/mail.ts'

export interface FlakyMailServer extends MailGateway {
  sent: Mail[]
  tries: number
  /** The error of every attempt, or null if attempts succeed. */
  failure: Error | null
}

/** Returns a mail gateway that records its emails and fails as long as `failure` is set. */
export function createFlakyMailServer(): FlakyMailServer {
  const gateway: FlakyMailServer = {
    sent: [],
    tries: 0,
    failure: null,
    async send(mail) {
      gateway.tries += 1
      // This lets another sender run before the outcome.
      await new Promise((resolve) => setImmediate(resolve))
      if (gateway.failure) throw gateway.failure
      gateway.sent.push(mail)
    },
  }
  return gateway
}
