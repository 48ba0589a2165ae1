import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiResponse, type ApiRequest } from '../support/api-client.ts'
import type { Person } from '../support/factories.ts'
import type { Cluster } from './two-processes.ts'

/** The writes that were acknowledged during the load. All of them must exist afterward. */
interface Acknowledged {
  reviews: string[]
  /** For each car, the buyers whose purchase was confirmed. */
  sales: Map<string, string[]>
  /** The last acknowledged location of each of the writer's cars. */
  locations: Map<string, string>
}

export interface Work {
  acknowledged: Acknowledged
  /** The times of acknowledged writes, as timestamps in milliseconds. */
  respondedAt: number[]
  /** Stops the work, and resolves once every request in flight has a response. */
  stop(): Promise<void>
}

export interface People {
  buyers: Person[]
  reviewers: Person[]
  seller: Person
  /** Cars for sale. Each one goes to the fastest buyer. */
  forSale: string[]
  /** Cars that the seller changes repeatedly. */
  ownCars: string[]
}

const PAUSE_MS = 25

/** Simulates users behind the proxy, who retry after a 503 or a missing response. */
export function startWork({ url, stripe }: Cluster, people: People): Work {
  const acknowledged: Acknowledged = { reviews: [], sales: new Map(), locations: new Map() }
  const respondedAt: number[] = []
  let isStopped = false

  async function callUntilResponse<T>(
    name: EndpointName,
    request: ApiRequest,
  ): Promise<ApiResponse<T> | null> {
    while (!isStopped) {
      const response = await call<T>(url, name, request).catch(() => null)
      if (response && response.status !== 503) return response
      await sleep(PAUSE_MS)
    }
    return null
  }

  function note(response: { status: number } | null): boolean {
    if (response?.status !== 200) return false
    respondedAt.push(Date.now())
    return true
  }

  async function review({ token }: Person, index: number): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const reviewText = `Review ${index}.${count}.`
      // A review may have been stored even if there was no response, so it is not sent again.
      const response = await call(url, 'addReview', { token, body: { rating: 4, reviewText } }).catch(
        () => null,
      )
      if (note(response)) acknowledged.reviews.push(reviewText)
      await sleep(PAUSE_MS)
    }
  }

  async function change({ token }: Person, id: string): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const location = `Lot ${count}`
      const response = await callUntilResponse('updateCars', {
        token,
        body: { ids: [id], change: { location } },
      })
      if (note(response)) acknowledged.locations.set(id, location)
      await sleep(PAUSE_MS)
    }
  }

  async function buy({ token, id }: Person, carID: string): Promise<void> {
    const item = { carID, buyerContact: '555-0111', meetingPlace: 'Station' }
    const added = await callUntilResponse<{ insertedId: string }>('addPurchase', { token, body: item })
    if (added?.status !== 200) return
    const paymentRequest = { purchasedItemID: added.body.insertedId, sellingPrice: '24,900' }
    const intent = await callUntilResponse<{ clientSecret: string }>('createPaymentIntent', {
      token,
      body: paymentRequest,
    })
    if (intent?.status !== 200) return
    const [transactionID] = intent.body.clientSecret.split('_secret_')
    await confirm(transactionID!)
    const paid = await callUntilResponse<{ state: string }>('savePayment', {
      token,
      body: { ...paymentRequest, transactionID },
    })
    if (note(paid) && paid!.body.state === 'paid')
      acknowledged.sales.set(carID, [...(acknowledged.sales.get(carID) ?? []), id])
  }

  async function confirm(intent: string): Promise<void> {
    await fetch(`${stripe.url}/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_any' },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    })
  }

  async function buyAll(buyer: Person): Promise<void> {
    for (const car of people.forSale) if (!isStopped) await buy(buyer, car)
  }

  const allWork = Promise.all([
    ...people.reviewers.map(review),
    ...people.ownCars.map((id) => change(people.seller, id)),
    ...people.buyers.map(buyAll),
  ])
  return {
    acknowledged,
    respondedAt,
    async stop() {
      isStopped = true
      await allWork
    },
  }
}
