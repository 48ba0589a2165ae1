import compression from 'compression'
import express, { Router, type Express, type NextFunction, type Request, type Response } from 'express'
import { pages } from '../contract/pages.ts'
import { createPathMatcher, trimTrailingSlash } from '../contract/api/path-matcher.ts'
import { getMethodAndPath, paths, type EndpointName } from '../contract/api/paths.ts'
import { ProblemError } from '../contract/api/problems.ts'
import type { Context } from './context.ts'
import { imageFiles } from './core/images/image-files.ts'
import { handlers } from './handlers.ts'
import { createAuthenticator } from './http/authenticate.ts'
import { corsHeaders, securityHeaders } from './http/headers.ts'
import { mountEndpoints } from './http/mount.ts'
import { dealView } from './pages/deal-view.ts'
import { rendererPages } from './pages/pages.ts'
import { API_PATH, problemHandler } from './http/problem.ts'
import { requestLog } from './http/request-log.ts'
import { DEAL_LINK_PATTERN } from './sale/deals/deal-link.ts'

export function createApp(ctx: Context, rendererDirectory: string): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', ctx.config.trustProxy)
  app.use(requestLog(ctx.log, ctx.metrics))
  app.use(securityHeaders(ctx.config))
  app.use(corsHeaders(ctx.config))
  app.use(compression())

  // Emails link to a page, but email clients send their one-click unsubscribe POST to the same URL.
  app.post([pages.unsubscribe.path, pages.stopAlerts.path], (req, _res, next) => {
    req.url = `/api${req.url}`
    next()
  })
  const api = Router({ caseSensitive: true })
  mountEndpoints(api, ctx, createAuthenticator(ctx), handlers)
  api.use((req) => rejectUnknown(req.path))
  app.use(API_PATH, api)
  app.use(onlyReads)
  app.use('/images', imageFiles(ctx))
  app.get(DEAL_LINK_PATTERN, dealView(ctx))
  app.use(rendererPages(ctx, rendererDirectory))

  app.use(problemHandler(ctx))
  return app
}

/** Rejects methods other than GET and HEAD outside the API, where only files and pages are served. */
function onlyReads(req: Request, _res: Response, next: NextFunction): void {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    throw new ProblemError('method-not-allowed', { headers: { Allow: 'GET, HEAD' } })
  next()
}

/**
 * Responds with a 405 and an `Allow` header if the path exists with other methods, and with a 404 otherwise.
 */
function rejectUnknown(path: string): never {
  const methods = new Set(findMethods(trimTrailingSlash(path)).map(({ name }) => name))
  if (methods.size === 0) throw new ProblemError('not-found')
  throw new ProblemError('method-not-allowed', { headers: { Allow: [...methods].join(', ') } })
}

const findMethods = createPathMatcher(
  (Object.keys(paths) as EndpointName[]).map(getMethodAndPath).map(({ method, path }) => [method, path]),
)
