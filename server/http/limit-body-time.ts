import type { Request, RequestHandler } from 'express'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { apiPath, methodAndPath, type EndpointName } from '../../contract/paths.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Config } from '../config.ts'
import { sendProblem } from './problem.ts'

/**
 * Refuses a request whose body does not come in, and ends one that was answered without it. Uploads take longer than
 * anything else and have a pace of their own.
 */
export function limitBodyTime({ requestSeconds }: Pick<Config, 'requestSeconds'>): RequestHandler {
  return (req, res, next) => {
    if (hasBody(req) && !uploads.has(`${req.method} ${req.path}`)) {
      const timer = setTimeout(() => {
        if (res.headersSent) req.destroy()
        else sendProblem(res, new ProblemError('request-too-slow', { headers: { Connection: 'close' } }))
      }, requestSeconds * 1000)
      req.once('close', () => clearTimeout(timer))
    }
    next()
  }
}

function hasBody({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

const uploads = new Set(
  (Object.keys(endpoints) as EndpointName[])
    .filter((name) => (endpoints[name] as Endpoint).upload)
    .map((name) => `${methodAndPath(name).method} ${apiPath(name)}`),
)
