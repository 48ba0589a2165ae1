import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response, Router } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { comparePathPatterns } from '../../contract/api/path-matcher.ts'
import { getMethodAndPath, paths, type EndpointName } from '../../contract/api/paths.ts'
import { ProblemError, createFieldProblem } from '../../contract/api/problems.ts'
import {
  CONSOLE_VERSION_HEADER,
  isOpenToOldConsoles,
  mustUpdateConsole,
  OLDEST_CONSOLE,
} from '../../contract/api/version.ts'
import type { Context } from '../context.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import { getAudience, type Actor } from '../actor.ts'
import type { Idempotency } from '../db/idempotency.ts'
import { authorizeCall } from './authorize-call.ts'
import type { Authenticator } from './authenticate.ts'
import { exportList, isExported } from './export-list.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { runHandler, type ApiResponse, type Handlers } from './handler.ts'
import { networkOf } from './client-address.ts'
import { readEventBytes, readJson, readJsonOrForm } from './read-body.ts'
import type { CacheSlot } from './response-cache.ts'
import { cacheTarget } from './cacheable-responses.ts'
import { readRequest } from './validate.ts'
import { sendCached } from './cached-response.ts'

const MAX_KEY = 255

/**
 * Mounts a route for each endpoint in the contract: authenticate, limit, authorize, validate, handle,
 * respond.
 */
export function mountEndpoints(
  router: Router,
  ctx: Context,
  authenticator: Authenticator,
  handlers: Handlers,
): void {
  for (const name of sortForMatching()) {
    const endpoint: Endpoint = endpoints[name]
    const { method, path } = getMethodAndPath(name)
    const steps: RequestHandler[] = [
      (_req, res, next) => {
        res.locals.endpoint = name
        next()
      },
      async (req, res, next) => {
        checkConsoleVersion(name, req)
        Object.assign(res.locals, await authorizeCall(ctx, authenticator, endpoint, req, res))
        next()
      },
    ]
    if (endpoint.body) steps.push(...(endpoint.form ? readJsonOrForm() : readJson()))
    if (endpoint.who === 'stripe') steps.push(...readEventBytes())
    steps.push(async (req, res) => {
      const actor = res.locals.actor as Actor | null
      const parts = readRequest(endpoint, req, ctx.config)
      const requester = { network: networkOf(req.ip ?? ''), accountId: actor?.id ?? null }
      const call = {
        ctx: { ...ctx, search: ctx.search.by(requester) },
        req,
        actor,
        identity: res.locals.identity as FirebaseIdentity | null,
        idempotency: endpoint.idempotencyKey ? readIdempotency(req, parts.body) : null,
        ...parts,
      }
      checkSelf(endpoint, call)
      if (isExported(name, parts.query)) {
        // Exports are counted per user, so they require a sign-in.
        if (!actor) throw new ProblemError('sign-in-needed')
        await ctx.limits.take('W2', { ip: req.ip ?? '', actor })
        const file = await exportList(handlers, name, call, parts.query.format)
        res.set({ 'Cache-Control': 'no-store', ...file.headers })
        await sendFile(res, file.parts)
        return
      }
      const target = method === 'GET' ? cacheTarget(req.originalUrl) : null
      const respond = async (slot: CacheSlot | null) =>
        send(endpoint, req, res, await runHandler(handlers, name, call), slot)
      await (target ? ctx.cache.make(target, getAudience(call.actor), respond) : respond(null))
    })
    router[method.toLowerCase() as 'get'](path, ...steps)
  }
}

/**
 * Returns the endpoints in matching order. Express uses the first matching route, so `/users/me` must come
 * before `/users/:id`.
 */
function sortForMatching(): EndpointName[] {
  const pathOf = (name: EndpointName) => getMethodAndPath(name).path
  return (Object.keys(paths) as EndpointName[]).sort((a, b) => comparePathPatterns(pathOf(a), pathOf(b)))
}

function checkSelf(
  endpoint: Endpoint,
  call: { actor: Actor | null; identity: FirebaseIdentity | null; params: unknown; query: unknown },
) {
  if (!endpoint.self) return
  const { email } = call[endpoint.self] as { email: string }
  const callerEmail = call.identity ? call.identity.email : call.actor?.email
  if (email === callerEmail || call.actor?.isAdmin) return
  throw new ProblemError('email-mismatch')
}

/**
 * Sends a file part by part. Each part is made only once the previous one has been sent, and none is made
 * after the client disconnects. The default type is CSV.
 */
async function sendFile(res: Response, parts: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (res.statusCode !== 304 && !res.hasHeader('Content-Type')) res.type('text/csv; charset=utf-8')
  await pipeline(Readable.from(parts), res).catch((error: unknown) => {
    if (!res.destroyed || !isPrematureClose(error)) throw error
  })
}

function isPrematureClose(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
}

async function send(
  endpoint: Endpoint,
  req: Request,
  res: Response,
  { output, status, headers, isShared }: ApiResponse<unknown>,
  slot: CacheSlot | null,
): Promise<void> {
  if (endpoint.contentType === 'text/event-stream') {
    const start = output as (stream: EventStream) => void
    start(openEventStream(req, res, endpoint.output))
    return
  }
  if (endpoint.contentType === 'text/csv') {
    res.status(status).set({ 'Cache-Control': 'private, no-cache', ...headers })
    await sendFile(res, output as AsyncIterable<string>)
    return
  }
  if (endpoint.isStreamed) {
    res
      .status(status)
      .set({ 'Cache-Control': 'no-store', ...headers })
      .type('application/json')
    await sendFile(res, output as AsyncIterable<string>)
    return
  }
  if (slot) {
    await sendCached(req, res, slot.keep(output, headers, isShared))
    return
  }
  res.status(status).set('Cache-Control', 'no-store').set(headers)
  if (endpoint.contentType) res.type(endpoint.contentType).send(output)
  else res.type('application/json').send(JSON.stringify(output))
}

/**
 * Reads a request's idempotency key.
 * @param body the parsed body. Unlike the raw body, it has no ignored parts that would make identical
 * requests look different.
 */
function readIdempotency(req: Request, body: unknown): Idempotency | null {
  const key = req.get('Idempotency-Key')
  if (!key) return null
  if (key.length > MAX_KEY) throw createFieldProblem('Idempotency-Key', `Use at most ${MAX_KEY} characters.`)
  return { key, digest: createHash('sha256').update(JSON.stringify(body)).digest('base64url') }
}

/**
 * Rejects writes from a console built for an older contract, in which they may have had a different meaning.
 * An outdated console can only read.
 * @throws ProblemError `console-outdated`
 */
function checkConsoleVersion(name: EndpointName, req: Request): void {
  const header = req.get(CONSOLE_VERSION_HEADER)
  if (header === undefined || isOpenToOldConsoles(name)) return
  const version = /^\d{1,6}$/.test(header) ? Number(header) : 0
  if (mustUpdateConsole(version, OLDEST_CONSOLE)) throw new ProblemError('console-outdated')
}
