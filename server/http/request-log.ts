import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import { newId } from '../db/id.ts'
import { getSecondsSinceArrival } from './arrival.ts'
import type { Metrics } from './metrics.ts'

/**
 * Logs one JSON line per request with its ID, route pattern, status, and duration. It never logs the actual
 * path, the query string, tokens, or bodies.
 */
export function requestLog(log: Logger, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    const requestId = newId()
    res.locals.requestId = requestId
    res.set('X-Request-Id', requestId)
    res.on('close', () => {
      const endpoint = res.locals.endpoint as EndpointName | undefined
      const route = endpoint ? apiPath(endpoint) : req.path.startsWith('/api/') ? '/api/*' : '/*'
      metrics.countRequest(
        endpoint ?? 'other',
        res.statusCode,
        res.locals.isStream ? null : getSecondsSinceArrival(req),
      )
      const line = {
        requestId,
        method: req.method,
        route,
        status: res.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(res.locals.problem && { problem: res.locals.problem as string }),
        // Event streams stay open until the client disconnects.
        ...(!res.writableFinished && !res.locals.isStream && { aborted: true }),
      }
      // Load balancers poll the health check constantly, so successful checks are not logged.
      if (endpoint !== 'getHealth' || res.statusCode !== 200) log.info(line, 'request')
    })
    next()
  }
}
