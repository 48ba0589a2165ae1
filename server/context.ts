import type { Logger } from 'pino'
import type { SetupProblem } from '../contract/config.ts'
import type { Config } from './config/config.ts'
import type { Exclusively } from './db/engines/exclusively.ts'
import type { Db } from './db/tables.ts'
import type { CachedCars } from './features/cars/cached-cars.ts'
import type { EventHub } from './core/events/event-hub.ts'
import type { Actors } from './core/sessions/actors.ts'
import type { Lanes } from './scheduling/lanes.ts'
import type { IdentityGateway } from './gateways/identity/identity.ts'
import type { ImageGateway } from './gateways/images/images.ts'
import type { MailGateway } from './gateways/mail/mail.ts'
import type { PaymentsGateway } from './gateways/payments/payments.ts'
import type { WebPictures } from './gateways/web-pictures/web-pictures.ts'
import type { Limits } from './http/limits.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Metrics } from './http/metrics.ts'
import type { AppTokens } from './http/token.ts'
import type { WriteState } from './scheduling/write-state.ts'
import type { CarSearch } from './search/car-search.ts'

/** What every handler works with, built once at start. */
export interface Context {
  config: Config
  db: Db
  /** For what one of several processes does at a time. */
  exclusively: Exclusively
  /** Finds listed cars in memory. */
  search: CarSearch
  log: Logger
  /** Settings found not to work since the start of a live installation. */
  setupProblems: SetupProblem[]
  /** Tracks if there is space to write. */
  writes: WriteState
  limits: Limits
  metrics: Metrics
  /** Public reads, answered from the response cache. A write to what they stand on drops them. */
  cache: ResponseCache
  /** Listed cars as lists show them. A write to one drops it. */
  cachedCars: CachedCars
  /** Who listens to changes as they happen. Fed by the writes themselves. */
  events: EventHub
  tokens: AppTokens
  /** Who stands behind a token's session. Fed by the writes themselves. */
  actors: Actors
  identity: IdentityGateway
  payments: PaymentsGateway
  images: ImageGateway
  /** Brings the photos whose addresses files have. */
  webPictures: WebPictures
  mail: MailGateway
  /** Reads and applies the files that sellers import. */
  imports: Lanes
  /** Reverts large sets, and undoes that. */
  longReverts: Lanes
  /** Erases the data of deleted accounts. */
  erasures: Lanes
  /** The clock, so that tests can turn it. */
  now(): Date
}
