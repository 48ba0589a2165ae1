import type { Logger } from 'pino'
import type { SetupProblem } from '../contract/config.ts'
import type { Config } from './config/config.ts'
import type { Exclusively } from './db/engines/exclusive-runner.ts'
import type { Db } from './db/tables.ts'
import type { CachedCars } from './features/cars/cached-cars.ts'
import type { EventHub } from './core/events/event-hub.ts'
import type { Actors } from './core/sessions/actors.ts'
import type { Lanes } from './scheduling/lanes.ts'
import type { IdentityGateway } from './gateways/identity/identity.ts'
import type { ImageGateway } from './gateways/images/images.ts'
import type { MailGateway } from './gateways/mail/mail.ts'
import type { PaymentsGateway } from './gateways/payments/payments.ts'
import type { WebPhotos } from './gateways/web-photos/web-photos.ts'
import type { Limits } from './http/limits.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Metrics } from './http/metrics.ts'
import type { AppTokens } from './http/token.ts'
import type { WriteState } from './scheduling/write-state.ts'
import type { CarSearch } from './search/car-search.ts'

/** The dependencies of every handler, created once at startup. */
export interface Context {
  config: Config
  db: Db
  /** Runs work that must not run in several processes at the same time. */
  exclusively: Exclusively
  search: CarSearch
  log: Logger
  /** Problems with a live installation's settings, as found by the checks at startup. */
  setupProblems: SetupProblem[]
  writes: WriteState
  limits: Limits
  metrics: Metrics
  /** The cache of public responses. A write evicts each response that depends on the written data. */
  cache: ResponseCache
  /** The cache of listed cars, in their list format. A write evicts the car. */
  cachedCars: CachedCars
  /** The open event streams. Every commit notifies the affected clients. */
  events: EventHub
  tokens: AppTokens
  /** The cache of signed-in users. Every commit that may change a user invalidates it. */
  actors: Actors
  identity: IdentityGateway
  payments: PaymentsGateway
  images: ImageGateway
  webPhotos: WebPhotos
  mail: MailGateway
  imports: Lanes
  longReverts: Lanes
  erasures: Lanes
  sellerFees: Lanes
  /** The clock, which tests can set. */
  now(): Date
}
