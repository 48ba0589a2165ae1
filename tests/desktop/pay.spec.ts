import { DEMO_PASSWORD } from '../../server/db/seed/demo-accounts.ts'
import { identityClient } from '../support/identity.ts'
import { expect, test } from './desktop-test.ts'
import { openedOutside, watchOutside } from './outside.ts'
import { signInAs } from './steps.ts'

const email = 'buyer@kerblight.test'

// It starts a console, buys and pays.
test.slow()

test('Pay now opens the web’s payment page, and the console shows the payment when it lands', async ({
  start,
}) => {
  const { app, page, options } = await start()
  const buyer = await signInAtApi(options.apiOrigin)
  const { id, model } = await buyer.putOnList()
  await watchOutside(app)
  await signInAs(page, email)
  await page.getByRole('link', { name: 'My PurchaseList' }).click()
  const row = page.getByRole('row', { name: new RegExp(model) })
  await row.getByRole('link', { name: /Pay now/ }).click()

  await page.getByRole('button', { name: 'Pay in the browser' }).click()
  await expect.poll(() => openedOutside(app)).toEqual([`${options.apiOrigin}/dashboard/payment/${id}`])
  expect(await page.locator('iframe').count()).toBe(0)

  const transactionID = await buyer.pay(id)
  await expect(page.getByText(transactionID)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'My PurchaseList' }).first().click()
  await expect(page.getByRole('row', { name: new RegExp(model) })).toContainText(/paid/i)
})

/** The buyer at the API, as the web's pages are. */
async function signInAtApi(origin: string) {
  const config = (await (await fetch(`${origin}/api/config`)).json()) as {
    identity: { emulatorUrl: string }
    stripe: { publishableKey: string; script: string }
  }
  const { idToken } = await identityClient(config.identity.emulatorUrl).signIn(email, DEMO_PASSWORD)
  const { token } = (await ask(`/api/jwt?email=${email}`, idToken)) as { token: string }

  async function ask(path: string, bearer: string, body?: object): Promise<unknown> {
    const answer = await fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
    return answer.json()
  }

  return {
    /** One that nobody is buying. */
    async putOnList() {
      const cars = (await ask('/api/cars?category_name=BMW', token)) as {
        _id: string
        modelName: string
        resellPrice: string
        available: string
      }[]
      const car = cars.find(({ available }) => available === 'instock')
      if (car === undefined) throw new Error('No BMW is in stock')
      const { insertedId } = (await ask('/api/purchase', token, {
        carID: car._id,
        sellingPrice: car.resellPrice,
        carModelName: car.modelName,
        buyerContact: '555-0111',
        meetingPlace: 'Station car park',
      })) as { insertedId: string }
      return { id: insertedId, model: car.modelName }
    },

    /** With a card that Stripe's sandbox accepts. */
    async pay(purchasedItemID: string): Promise<string> {
      const { sellingPrice } = (await ask(`/api/myPurchaseList/${purchasedItemID}`, token)) as {
        sellingPrice: string
      }
      const { clientSecret } = (await ask('/api/create-payment-intent', token, {
        sellingPrice,
        purchasedItemID,
      })) as { clientSecret: string }
      const [transactionID] = clientSecret.split('_secret_')
      const { origin: stripe } = new URL(config.stripe.script)
      const confirmed = await fetch(`${stripe}/v1/payment_intents/${transactionID}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${config.stripe.publishableKey}` },
        body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
      })
      expect(confirmed.ok, await confirmed.text()).toBe(true)
      await ask('/api/payments', token, { transactionID, purchasedItemID, sellingPrice })
      return transactionID ?? ''
    },
  }
}
