import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../server/db/tables.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildCarOnList, confirm, pay, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

/**
 * A person with a client secret can pay and can see the payer's data:
 * https://docs.stripe.com/api/payment_intents/object#client_secret
 */
describe('a client secret', () => {
  it('is absent from the database once its attempt has ended in any way', async () => {
    const beginPayment = async () => {
      const buyer = await buildPerson(app.ctx)
      const { purchasedItemID } = await buildCarOnList(app, buyer)
      return { buyer, item: purchasedItemID, intent: await startPaying(app, buyer, purchasedItemID) }
    }
    const released = await beginPayment()
    expect(await secretsIn(app.ctx.db)).toEqual({ attempts: 1 })
    const params = { id: released.intent.body.attemptID }
    await call(app.url, 'cancelAttempt', { token: released.buyer.token, params })
    const paid = await beginPayment()
    await pay(app, paid.buyer, paid.item)
    const declinedHold = await beginPayment()
    await confirm(app, declinedHold.intent.body.clientSecret, 'pm_card_visa_chargeDeclined')
    app.advance(901)
    await reconcile(app.ctx)

    await app.stripe.webhooks.flush()
    const { events } = await app.ctx.db
      .selectFrom('webhook_events')
      .select(({ fn }) => fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow()
    expect(events).toBeGreaterThan(5)
    expect(await secretsIn(app.ctx.db)).toEqual({})
  })
})

/** Returns the tables that contain client secrets, with the number of secrets in each. */
async function secretsIn(db: Db): Promise<Record<string, number>> {
  const secretCounts: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const secrets = JSON.stringify(rows).match(/(pi|seti)_\w+_secret_\w+/g)
    if (secrets) secretCounts[name] = secrets.length
  }
  return secretCounts
}
