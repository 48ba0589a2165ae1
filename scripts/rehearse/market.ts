import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type Stripe from 'stripe'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { apiPath, getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import type { Problem } from '../../contract/api/problems.ts'
import { loadConfig, type Config } from '../../server/config/config.ts'
import type { Context } from '../../server/context.ts'
import { createStripe } from '../../server/gateways/payments/stripe-client.ts'
import { startServer } from '../../server/main.ts'
import { expected } from '../bootstrap/print.cjs'
import { signIn } from '../load/prepare-load.ts'

type Role = 'seller' | 'buyer' | 'admin'

/** A server with an empty database in memory, whose users are a seller, a buyer, and an admin. */
export interface Market {
  ctx: Context
  stripe: Stripe
  people: Record<Role, { id: string; token: string }>
  /** Calls an endpoint as a user. @throws an expected error with the problem if the call fails */
  call<Name extends EndpointName>(
    role: Role,
    name: Name,
    request?: { params?: Record<string, unknown>; body?: unknown },
  ): Promise<EndpointOutput<Name>>
  close(): Promise<void>
}

export async function openMarket(stripeSettings: Config['stripe']): Promise<Market> {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-rehearsal-'))
  const settings = { DATA_DIR: folder, DATABASE_URL: ':memory:', RATE_LIMITS: 'off', LOAD_SHEDDING: 'off' }
  const config: Config = {
    ...loadConfig(settings),
    port: 0,
    payoutsRequired: true,
    stripe: stripeSettings,
  }
  const log = pino({ level: 'warn' }, pino.destination(2))
  const server = await startServer(config, { log, jobs: false, isSingleProcess: true, setupServices: null })
  const { ctx } = server
  const people = {
    seller: await signIn(ctx.db, config, { account: 'seller' }),
    buyer: await signIn(ctx.db, config),
    admin: await signIn(ctx.db, config, { role: 'admin' }),
  }
  await ctx.db
    .updateTable('users')
    .set({ email: 'seller@example.com', full_name: 'Sam Seller' })
    .where('id', '=', people.seller.id)
    .execute()
  return {
    ctx,
    stripe: await createStripe(config),
    people,
    async call(role, name, { params, body } = {}) {
      const response = await fetch(new URL(apiPath(name, params), server.url), {
        method: getMethodAndPath(name).method,
        headers: { authorization: `Bearer ${people[role].token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (response.ok) return (await response.json()) as never
      const { title, detail } = (await response.json()) as Problem
      throw expected(`Kerblight refused ${name}: ${detail ?? title}`)
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
