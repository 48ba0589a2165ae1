import type { Request, RequestHandler, Response, Router } from 'express'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { methodAndPath, paths, type EndpointName } from '../../contract/paths.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import { admit } from './admit.ts'
import type { Authenticator } from './authenticate.ts'
import { checkConsoleVersion } from './console-version.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import type { FaultFinders } from './find-faults.ts'
import { Answer, type Actor, type Handlers } from './handler.ts'
import { readIdempotency } from './idempotency.ts'
import { readEventBytes, readJson, readJsonOrForm } from './read-body.ts'
import { audienceOf, readyTarget, type ReadySlot } from './ready-answers.ts'
import { sendReady } from './ready-response.ts'
import { readRequest } from './read-request.ts'

/** One route for each row of the contract: authenticate, limit, authorise, validate, handle, answer. */
export function mountEndpoints(
  router: Router,
  ctx: Context,
  authenticator: Authenticator,
  handlers: Handlers,
  faultFinders: FaultFinders,
): void {
  for (const name of inMatchingOrder()) {
    const endpoint: Endpoint = endpoints[name]
    const { method, path } = methodAndPath(name)
    const steps: RequestHandler[] = [
      (_req, res, next) => {
        res.locals.endpoint = name
        next()
      },
      async (req, res, next) => {
        checkConsoleVersion(name, req)
        Object.assign(res.locals, await admit(ctx, authenticator, endpoint, req, res))
        next()
      },
    ]
    if (endpoint.body) steps.push(...(endpoint.form ? readJsonOrForm() : readJson()))
    if (endpoint.who === 'stripe') steps.push(...readEventBytes())
    steps.push(async (req, res) => {
      const actor = res.locals.actor as Actor | null
      const parts = await readRequest(endpoint, req, { ctx, actor }, faultFinders[name])
      const call = {
        ctx,
        req,
        res,
        actor,
        identity: res.locals.identity as FirebaseIdentity | null,
        idempotency: endpoint.idempotencyKey ? readIdempotency(req, parts.body) : null,
        ...parts,
      }
      checkSelf(endpoint, call)
      // The types of the table's rows are joined here; each handler was checked against its own row.
      const handler = handlers[name] as (call: unknown) => unknown
      const target = method === 'GET' ? readyTarget(req.originalUrl) : null
      const slot = target && ctx.ready.open(target, audienceOf(call.actor))
      await send(endpoint, req, res, await handler(call), slot)
    })
    router[method.toLowerCase() as 'get'](path, ...steps)
  }
}

/** Express takes the first route that fits, so `/users/me` must stand before `/users/:id`. */
function inMatchingOrder(): EndpointName[] {
  const rank = (name: EndpointName) => methodAndPath(name).path.replace(/:\w+/g, '~')
  return (Object.keys(paths) as EndpointName[]).sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

function checkSelf(
  endpoint: Endpoint,
  call: { actor: Actor | null; identity: FirebaseIdentity | null; params: unknown; query: unknown },
) {
  if (!endpoint.self) return
  const { email } = call[endpoint.self] as { email: string }
  const own = call.identity ? call.identity.email : call.actor?.email
  if (email === own || call.actor?.isAdmin) return
  throw new ProblemError('email-mismatch')
}

async function send(
  endpoint: Endpoint,
  req: Request,
  res: Response,
  answer: unknown,
  slot: ReadySlot | null,
): Promise<void> {
  if (endpoint.answers === 'text/event-stream') {
    const start = answer as (stream: EventStream) => void
    start(openEventStream(req, res, endpoint.output))
    return
  }
  const { output, status, headers, isShared } = answer instanceof Answer ? answer : new Answer(answer)
  if (process.env.NODE_ENV === 'test') endpoint.output.parse(output)
  if (slot) {
    await sendReady(req, res, slot.keep(output, headers, isShared))
    return
  }
  res.status(status).set('Cache-Control', 'no-store').set(headers)
  if (endpoint.answers === 'text/html' || endpoint.answers === 'text/plain')
    res.type(endpoint.answers).send(output)
  else res.type('application/json').send(JSON.stringify(output))
}
