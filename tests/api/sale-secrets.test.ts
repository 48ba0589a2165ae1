import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../server/db/tables.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { startWorld, type World } from '../support/world.ts'
import { carOnList, confirm, pay, startPaying } from './sale-steps.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ stripe: { webhooks: 'hold' } })
})
afterAll(() => world?.close())

/** Whoever has one can read who pays, and pay: https://docs.stripe.com/api/payment_intents/object#client_secret */
describe('a client secret', () => {
  it('is nowhere in the database once its attempt is over, however it ended', async () => {
    const begin = async () => {
      const buyer = await buildPerson(world.ctx)
      const { purchasedItemID } = await carOnList(world, buyer)
      return { buyer, item: purchasedItemID, intent: await startPaying(world, buyer, purchasedItemID) }
    }
    const released = await begin()
    expect(await secretsIn(world.ctx.db)).toEqual({ attempts: 1 })
    const params = { id: released.intent.body.attemptID }
    await call(world.url, 'cancelAttempt', { token: released.buyer.token, params })
    const paid = await begin()
    await pay(world, paid.buyer, paid.item)
    const declined = await begin()
    await confirm(world, declined.intent.body.clientSecret, 'pm_card_visa_chargeDeclined')
    world.advance(901)
    await reconcile(world.ctx)

    await world.stripe.webhooks.flush()
    const { events } = await world.ctx.db
      .selectFrom('webhook_events')
      .select(({ fn }) => fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow()
    expect(events).toBeGreaterThan(5)
    expect(await secretsIn(world.ctx.db)).toEqual({})
  })
})

/** The tables that hold some, and how many. */
async function secretsIn(db: Db): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const secrets = JSON.stringify(rows).match(/(pi|seti)_\w+_secret_\w+/g)
    if (secrets) found[name] = secrets.length
  }
  return found
}
