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

/** The dependencies of every handler, created once at startup. */
export interface Context {
  config: Config
  db: Db
  /** Runs work that must not run in several processes at the same time. */
  exclusively: Exclusively
  /** The in-memory search of listed cars. */
  search: CarSearch
  log: Logger
  /** Settings of a live installation that have failed since startup. */
  setupProblems: SetupProblem[]
  /** Tracks whether the disk has space for writes. */
  writes: WriteState
  limits: Limits
  metrics: Metrics
  /** Cached responses of public reads. A response is evicted when data that it depends on is written. */
  cache: ResponseCache
  /** The cache of listed cars in the form that lists show. A car is evicted when it is written. */
  cachedCars: CachedCars
  /** The event streams of clients that listen for changes. Every commit notifies the affected clients. */
  events: EventHub
  tokens: AppTokens
  /** The cache of users with a session. Every commit that may change a user invalidates it. */
  actors: Actors
  identity: IdentityGateway
  payments: PaymentsGateway
  images: ImageGateway
  /** Downloads the photos whose URLs are in imported spreadsheets. */
  webPictures: WebPictures
  mail: MailGateway
  /** Reads and applies the spreadsheets that sellers import. */
  imports: Lanes
  /** Reverts large change sets, and undoes such reverts. */
  longReverts: Lanes
  /** Erases the data of deleted accounts. */
  erasures: Lanes
  /** The clock, which tests can set. */
  now(): Date
}
