import type { Mail, MailGateway } from '../../server/gateways/mail/mail.ts'

export interface FlakyMailServer extends MailGateway {
  sent: Mail[]
  tries: number
  /** What every try fails with; null lets them pass. */
  failure: Error | null
}

/** A gateway that fails as long as it is told to, and keeps what it sent. */
export function flakyMailServer(): FlakyMailServer {
  const gateway: FlakyMailServer = {
    sent: [],
    tries: 0,
    failure: null,
    async send(mail) {
      gateway.tries += 1
      // Lets another sender in between.
      await new Promise((resolve) => setImmediate(resolve))
      if (gateway.failure) throw gateway.failure
      gateway.sent.push(mail)
    },
  }
  return gateway
}
