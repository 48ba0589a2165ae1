import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { apiPath } from '../contract/api/paths.ts'
import { createApp } from './app.ts'
import { checkIntegrity, type IntegrityCheck } from './start/check-integrity.ts'
import { assertNewInstallation } from './start/assert-new-installation.ts'
import { bindDatabaseToMode } from './start/bind-mode.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/connection.ts'
import { lockData, type DataLock } from './db/data-lock.ts'
import type { Database } from './db/database.ts'
import { DatabaseError } from './db/database-error.ts'
import { createCachedCars } from './features/cars/cached-cars.ts'
import { createEventHub, type EventHub } from './core/events/event-hub.ts'
import { findFeeTask } from './features/seller-fees/charge-fees.ts'
import { findErasureTask } from './features/account/erase-account.ts'
import { findRevertTask } from './features/changes/revert-long-set.ts'
import { createImportRunner } from './features/imports/import-runner.ts'
import { startOwnReader, startPlanProcess } from './features/imports/plan/plan-process.ts'
import { findUndoTask } from './features/changes/undo-long-revert.ts'
import { createLanes } from './scheduling/lanes.ts'
import { createActors, type Actors } from './core/sessions/actors.ts'
import { createIdentityGateway } from './gateways/identity/identity.ts'
import { createImageGateway } from './gateways/images/image-gateway.ts'
import { createMailGateway } from './gateways/mail/mail-gateway.ts'
import { createStripeGateway } from './gateways/payments/stripe-gateway.ts'
import { createWebPhotos } from './gateways/web-photos/fetch-photo.ts'
import { createHttpServer } from './http/http-server.ts'
import { limitBodyTime } from './http/limit-body-time.ts'
import { createLimits } from './http/limits.ts'
import { createMetrics } from './http/metrics.ts'
import { createResponseCache } from './http/response-cache.ts'
import { queueRequests } from './http/request-queue.ts'
import { cacheFirst } from './http/cache-first.ts'
import { createAppTokens } from './http/token.ts'
import { startJobs } from './jobs/jobs.ts'
import { restrictAccess } from './start/private-files.ts'
import { createOwnSearch } from './search/car-search.ts'
import { createSearchProcess } from './search/search-process.ts'
import { addGauges } from './start/add-gauges.ts'
import { readBuildInfo } from './start/build-info.ts'
import { createMetricsServer } from './start/metrics-server.ts'
import { findSetupProblems, googleServices, type SetupServices } from './start/setup-checks.ts'
import { restoreHeapGrowth } from './start/startup-heap.ts'
import { StartError } from './start/start-error.ts'
import { createWriteState } from './scheduling/write-state.ts'

export interface RunningServer {
  url: string
  ctx: Context
  /**
   * Resolves only if the integrity check finds damage. The check runs while the server already responds to
   * requests.
   */
  damaged: Promise<DatabaseError>
  /** Drains in-flight requests, stops the jobs, and closes the database. `reason` is logged. */
  close(reason?: string): Promise<void>
}

export interface ServerOptions {
  log?: Logger
  now?: () => Date
  /** False to start no jobs. Tests run them explicitly. */
  jobs?: boolean
  /**
   * True to parse spreadsheets and search Postgres data in this process. Tests set it, because they start
   * many servers.
   */
  isSingleProcess?: boolean
  /** Overrides for the context, such as a gateway with delayed responses. */
  context?: Partial<Context>
  /** The time in milliseconds for which changes are collected before they are announced together. */
  eventBatchingMs?: number
  /** The built renderer's directory. The default is `out/renderer`. */
  renderer?: string
  seed?: (ctx: Context) => Promise<unknown>
  /**
   * True to let a live installation create an empty database even if it finds photos or backups of an earlier
   * one.
   */
  canInitialize?: boolean
  /** The services used to check a live installation's settings at startup. Null disables the check. */
  setupServices?: SetupServices | null
  /** A data lock that the caller already holds. The server releases it when it closes. */
  lock?: DataLock
}

const RENDERER = join(import.meta.dirname, '../out/renderer')
/** The time in milliseconds that in-flight requests get to finish when the server stops. */
export const SHUTDOWN_MS = 10_000

/**
 * Opens the database, starts the jobs, and listens.
 * @throws DatabaseError, or StartError if, for example, the port is in use. Nothing keeps running in either
 * case.
 */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<RunningServer> {
  const lock = options.lock ?? lockData(config)
  try {
    const server = await startLocked(config, options)
    return {
      ...server,
      async close(reason) {
        await server.close(reason)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(config: Config, options: ServerOptions): Promise<RunningServer> {
  const log = options.log ?? pino({ level: config.logLevel })
  const build = readBuildInfo()
  log.info({ ...build, node: process.version }, 'starting')
  const recordConnection = logLoss(log)
  const now = options.now ?? (() => new Date())
  const cache = createResponseCache({ now })
  const cachedCars = createCachedCars(config)
  let actors: Actors | null = null
  let events: EventHub | null = null
  restrictAccess(config, (warning) => log.warn(warning))
  const database = await openDatabase(config, {
    canUpgrade: true,
    now,
    ...(!options.canInitialize && { beforeCreate: () => assertNewInstallation(config) }),
    onBackUp: (copy) => log.info({ copy }, 'backed up the database before its schema changes'),
    // Listeners read current data once they are notified, so the caches are dropped first.
    onChanges(changes) {
      for (const cached of [cache, cachedCars]) cached.drop(changes && changes.written)
      actors?.drop(changes)
      events?.notify(changes && changes.live)
    },
    onHearing(isHearing) {
      recordConnection(!isHearing)
      cachedCars.drop(null)
      cachedCars.suspend(!isHearing)
      actors?.suspend(!isHearing)
      cache.suspend(isHearing ? null : () => database.unreachableSince())
    },
  })
  const searchLocation = options.isSingleProcess ? database.file : database.place
  const knownActors = (actors = createActors(database))
  events = createEventHub({
    findActor: (actor) => knownActors.find(actor, now()),
    log,
    ...(options.eventBatchingMs !== undefined && { batchingMs: options.eventBatchingMs }),
  })
  const ctx: Context = {
    config,
    log,
    setupProblems: [],
    writes: createWriteState({
      config,
      log,
      file: database.file,
      assertSpace: database.assertSpace,
      onWritable: () => ctx.imports.wake(),
    }),
    db: database.db,
    exclusively: database.exclusively,
    search: searchLocation === null ? createOwnSearch(database) : createSearchProcess(searchLocation, log),
    cache,
    cachedCars,
    events,
    limits: createLimits(config, { isShared: database.addCounts !== null }),
    metrics: createMetrics(),
    tokens: createAppTokens(config.tokenSecret, Math.max(...Object.values(config.sessionSeconds))),
    actors,
    identity: createIdentityGateway(config),
    payments: createStripeGateway(config),
    images: createImageGateway(config, log),
    webPhotos: createWebPhotos(),
    mail: createMailGateway(config),
    imports: createImportRunner(() => ctx, options.isSingleProcess ? startOwnReader : startPlanProcess),
    longReverts: createLanes(() => ctx, 'revert', {
      reverting: { findTask: findRevertTask },
      undoing: { findTask: findUndoTask },
    }),
    erasures: createLanes(() => ctx, 'erasure', { erasing: { findTask: findErasureTask } }),
    sellerFees: createLanes(() => ctx, 'seller fees', { charging: { findTask: findFeeTask } }),
    now,
    ...options.context,
  }
  addGauges(ctx, database, build)
  const metricsServer = config.metricsPort === null ? null : createMetricsServer(ctx)
  try {
    await bindDatabaseToMode(ctx.db, config)
    await options.seed?.(ctx)
    const app = createApp(ctx, options.renderer ?? RENDERER)
    const queue = queueRequests(ctx, app)
    const server = createHttpServer(config, limitBodyTime(config, cacheFirst(ctx, app, queue.listener)))
    server.on('connection', queue.recordConnection)
    if (metricsServer) await startMetricsServer(ctx, metricsServer)
    const url = await listen(server, config, 'PORT')
    restoreHeapGrowth()
    ctx.imports.wake()
    ctx.longReverts.wake()
    ctx.erasures.wake()
    ctx.sellerFees.wake()
    const jobs = options.jobs === false ? null : startJobs(ctx, database)
    const { setupServices = googleServices } = options
    if (config.mode === 'live' && setupServices !== null) void reportSetup(ctx, setupServices)
    const integrityCheck = checkIntegrity(database.file, [config.backupDir])
    return {
      url,
      ctx,
      damaged: awaitDamage(ctx, integrityCheck),
      async close(reason = 'closed') {
        const startedAt = performance.now()
        log.info({ reason }, 'stopping')
        ctx.events.close()
        await stopListening(server)
        if (metricsServer) await stopListening(metricsServer)
        await jobs?.close()
        await integrityCheck.end()
        await closeContext(ctx, database)
        log.info({ reason, ms: Math.round(performance.now() - startedAt) }, 'stopped')
      },
    }
  } catch (error) {
    if (metricsServer?.listening) await stopListening(metricsServer)
    await closeContext(ctx, database)
    throw error
  }
}

async function reportSetup(ctx: Context, services: SetupServices): Promise<void> {
  try {
    for (const problem of await findSetupProblems(ctx.config, services)) {
      ctx.setupProblems.push(problem)
      const { setting, kind } = problem
      ctx.log.warn({ setting, kind }, `${setting}: ${problem.message} ${problem.advice}`)
    }
    ctx.log.info('the settings were checked against their services')
  } catch (error) {
    ctx.log.warn({ err: error }, 'the settings could not be checked')
  }
}

/** Resolves if the integrity check finds damage, and otherwise never. */
async function awaitDamage({ config, log }: Context, check: IntegrityCheck): Promise<DatabaseError> {
  const damage = await check.damage.catch((error: unknown) => {
    log.warn({ err: error }, 'the database could not be checked for damage')
    return null
  })
  if (damage === null) return new Promise(() => {})
  return new DatabaseError(
    `The database ${config.databaseFile} is damaged (${damage.message}). ${damage.advice}`,
  )
}

async function closeContext(ctx: Context, database: Database): Promise<void> {
  await ctx.imports.close()
  await ctx.longReverts.close()
  await ctx.erasures.close()
  await ctx.sellerFees.close()
  await ctx.images.close()
  await ctx.search.close()
  await database.close()
}

async function startMetricsServer({ config, log }: Context, server: Server): Promise<void> {
  const url = await listen(server, { host: config.host, port: config.metricsPort! }, 'METRICS_PORT')
  log.info({ url: url + apiPath('getMetrics') }, 'listening for scrapes')
}

function logLoss(log: Logger): (isLost: boolean) => void {
  let lostAt = 0
  return (isLost) => {
    if (isLost) {
      lostAt = performance.now()
      log.error('the database connection was lost')
    } else log.info({ ms: Math.round(performance.now() - lostAt) }, 'the database connection is back')
  }
}

function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  setting: 'PORT' | 'METRICS_PORT',
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new StartError(
            `Port ${port} on ${host} is taken. Stop the program that uses it, or set ${setting} to a different one.`,
          ),
        )
      else if (error.code === 'EACCES')
        reject(
          new StartError(
            `This user is not allowed to listen on port ${port}. Set ${setting} to one above 1023.`,
          ),
        )
      else reject(error)
    })
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      resolve(`http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${address.port}`)
    })
  })
}

/** Drains in-flight requests for up to `SHUTDOWN_MS`, and closes idle connections immediately. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forceTimer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS)
    server.close(() => {
      clearTimeout(forceTimer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
