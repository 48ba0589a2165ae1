import type { Config } from '../../server/config/config.ts'
import type { LoadSetup } from '../load/prepare-load.ts'
import type { ServerProcess } from '../load/processes.ts'

type Market = Pick<LoadSetup, 'tokens' | 'carIds'> & { ours: ServerProcess }

/** The Stripe test card whose payment succeeds immediately (docs.stripe.com/testing). */
const CARD = 'pm_card_visa'

/**
 * Runs concurrent buyers, each of whom buys one car after another: purchase list, payment intent, card, sale.
 * @returns sales per second, and the number of cores in use by the server
 */
export async function buy(
  { ours, tokens, carIds }: Market,
  { sandbox, stripe }: Config,
  { buyers, seconds }: { buyers: number; seconds: number },
) {
  const cars = carIds.values()
  const cpuBefore = ours.cpuSeconds() ?? NaN
  const startedAt = performance.now()
  let count = 0
  const run = async (token: string) => {
    for (const car of cars) {
      await buyOne(car, token)
      count++
      if (performance.now() - startedAt > seconds * 1000) return
    }
  }
  await Promise.all(tokens.slice(0, buyers).map(run))
  const took = (performance.now() - startedAt) / 1000
  return { histories: count / took, cores: ((ours.cpuSeconds() ?? NaN) - cpuBefore) / took }

  async function buyOne(carID: string, token: string): Promise<void> {
    const item = { carID, buyerContact: '555-0111', meetingPlace: 'Station parking lot' }
    const { insertedId } = await call<{ insertedId: string }>('POST', '/purchase', token, item)
    const { sellingPrice } = await call<{ sellingPrice: string }>(
      'GET',
      `/myPurchaseList/${insertedId}`,
      token,
    )
    const purchase = { purchasedItemID: insertedId, sellingPrice }
    const { clientSecret } = await call<{ clientSecret: string }>(
      'POST',
      '/create-payment-intent',
      token,
      purchase,
    )
    const transactionID = clientSecret.split('_secret_')[0]!
    await confirm(transactionID, clientSecret)
    await call('POST', '/payments', token, { ...purchase, transactionID })
  }

  async function call<T>(method: string, path: string, token: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${ours.port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${await response.text()}`)
    return (await response.json()) as T
  }

  async function confirm(intent: string, secret: string): Promise<void> {
    const fields = { key: stripe.publishableKey, client_secret: secret, payment_method: CARD }
    const address = `http://127.0.0.1:${sandbox!.stripePort}/v1/payment_intents/${intent}/confirm`
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
    if (!response.ok) throw new Error(await response.text())
  }
}
