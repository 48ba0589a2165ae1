import { createServer } from 'node:http'
import type { Context } from '../../server/context.ts'
import { startStripeSandbox } from '../../sandbox/stripe/server.ts'
import { buildPerson, type Person } from './factories.ts'
import { newWebhookSecret } from './sandbox.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestApp extends TestServer {
  stripe: Awaited<ReturnType<typeof startStripeSandbox>>
  webhookSecret: string
  people: Record<ActorName, Person>
}

export const actorNames = ['buyer', 'otherBuyer', 'seller', 'otherSeller', 'admin'] as const
export type ActorName = (typeof actorNames)[number]

/** Starts the real server with the real Stripe sandbox, and creates one user of each kind. */
export async function startTestApp(
  options: TestServerOptions & { stripe?: Partial<Parameters<typeof startStripeSandbox>[0]> } = {},
): Promise<TestApp> {
  const webhookSecret = newWebhookSecret()
  const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-stripe-'))
  const webhooks = await startForwarder()
  const stripe = await startStripeSandbox({
    port: 0,
    dataDir,
    webhookUrl: `${webhooks.url}/api/webhooks/stripe`,
    webhookSecret,
    ...options.stripe,
  })
  const server = await startTestServer({ ...options, stripeUrl: stripe.url, webhookSecret })
  webhooks.forwardTo(server.url)
  const people = await buildActors(server.ctx)
  return {
    ...server,
    stripe,
    webhookSecret,
    people,
    async close() {
      await stripe.close()
      await webhooks.close()
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates one user of each kind. */
export async function buildActors(ctx: Context): Promise<TestApp['people']> {
  return {
    buyer: await buildPerson(ctx, { full_name: 'Bea Buyer' }),
    otherBuyer: await buildPerson(ctx, { full_name: 'Otto Buyer' }),
    seller: await buildPerson(ctx, { full_name: 'Sam Seller', account: 'seller' }),
    otherSeller: await buildPerson(ctx, { full_name: 'Olga Seller', account: 'seller' }),
    admin: await buildPerson(ctx, { full_name: 'Ada Admin', role: 'admin' }),
  }
}

/**
 * Starts a proxy that forwards events to the server. Stripe must know the webhook's URL before the server has
 * a port.
 */
async function startForwarder() {
  let target: string | null = null
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const signature = String(req.headers['stripe-signature'])
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      fetch(`${target}${req.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) }).then(
        (response) => res.writeHead(response.status).end(),
        () => res.writeHead(502).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo(url: string) {
      target = url
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
