import type { RequestHandler } from 'express'
import { methodAndPath, type EndpointName } from '../../contract/paths.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Load } from './load.ts'

/** Who asks these decides by the answer what becomes of the server, or, as Stripe does, comes back much later. */
const ALWAYS: readonly EndpointName[] = ['getHealth', 'getReadiness', 'getMetrics', 'stripeWebhook']

/** Refuses at once what would wait too long, so that what is taken on is answered. Ready answers go out before this. */
export function shedLoad(load: Load): RequestHandler {
  const spared = new Set(ALWAYS.map((name) => methodAndPath(name).path))
  return (req, _res, next) => {
    if (!load.isTooHigh() || spared.has(req.path)) return next()
    throw new ProblemError('overloaded', { headers: { 'Retry-After': '3' } })
  }
}
