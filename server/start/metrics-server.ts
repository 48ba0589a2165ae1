import { createServer, type Server } from 'node:http'
import { apiPath } from '../../contract/api/paths.ts'
import type { Context } from '../context.ts'
import { isOperator } from '../http/operator.ts'

/**
 * Creates a server for this process's own metrics. Other processes don't share its port, so a proxy can't
 * distribute the requests among them.
 */
export function createMetricsServer({ config, metrics, log }: Context): Server {
  return createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== apiPath('getMetrics') || !isOperator(config, req)) {
      res.writeHead(404).end()
      return
    }
    metrics.render().then(
      (text) => res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        res.destroy()
      },
    )
  })
}
