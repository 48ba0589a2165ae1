import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/tables.ts'
import type { EventHub } from './features/events/event-hub.ts'
import type { IdentityGateway } from './gateways/identity/identity.ts'
import type { ImageGateway } from './gateways/images/images.ts'
import type { MailGateway } from './gateways/mail/mail.ts'
import type { PaymentsGateway } from './gateways/payments/payments.ts'
import type { Limits } from './http/limits.ts'
import type { ReadyAnswers } from './http/ready-answers.ts'
import type { Metrics } from './http/metrics.ts'
import type { AppTokens } from './http/token.ts'

/** What every handler works with, built once at start. */
export interface Context {
  config: Config
  db: Db
  log: Logger
  limits: Limits
  metrics: Metrics
  /** Public reads, answered from ready bytes. A write to a table behind them drops them. */
  ready: ReadyAnswers
  /** Who listens to changes as they happen. Fed by the writes themselves. */
  events: EventHub
  tokens: AppTokens
  identity: IdentityGateway
  payments: PaymentsGateway
  images: ImageGateway
  mail: MailGateway
  /** The clock, so that tests can turn it. */
  now(): Date
}
