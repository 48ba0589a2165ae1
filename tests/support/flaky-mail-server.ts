import type { Mail, MailGateway } from '../../server/gateways/mail/mail.ts'

export interface FlakyMailServer extends MailGateway {
  sent: Mail[]
  tries: number
  /** The error of every attempt; null lets attempts succeed. */
  failure: Error | null
}

/** Returns a gateway that fails as long as `failure` is set, and records the mails that it sends. */
export function flakyMailServer(): FlakyMailServer {
  const gateway: FlakyMailServer = {
    sent: [],
    tries: 0,
    failure: null,
    async send(mail) {
      gateway.tries += 1
      // Another sender can run in between.
      await new Promise((resolve) => setImmediate(resolve))
      if (gateway.failure) throw gateway.failure
      gateway.sent.push(mail)
    },
  }
  return gateway
}
