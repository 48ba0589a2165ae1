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
  done: Acknowledged
  /** The times of acknowledged writes, as timestamps in milliseconds. */
  respondedAt: number[]
  /** Stops the work and resolves once every request in flight has a response. */
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

/** Simulates users behind the proxy, who retry after a 503 or if there is no response. */
export function startWork({ url, stripe }: Cluster, people: People): Work {
  const done: Acknowledged = { reviews: [], sales: new Map(), locations: new Map() }
  const respondedAt: number[] = []
  let isStopped = false

  async function again<T>(name: EndpointName, request: ApiRequest): Promise<ApiResponse<T> | null> {
    while (!isStopped) {
      const answer = await call<T>(url, name, request).catch(() => null)
      if (answer && answer.status !== 503) return answer
      await sleep(PAUSE_MS)
    }
    return null
  }

  function note(answer: { status: number } | null): boolean {
    if (answer?.status !== 200) return false
    respondedAt.push(Date.now())
    return true
  }

  async function review({ token }: Person, at: number): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const reviewText = `Review ${at}.${count}.`
      // A review may have been stored even if there was no response, so it is not sent again.
      const answer = await call(url, 'addReview', { token, body: { rating: 4, reviewText } }).catch(
        () => null,
      )
      if (note(answer)) done.reviews.push(reviewText)
      await sleep(PAUSE_MS)
    }
  }

  async function change({ token }: Person, id: string): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const location = `Lot ${count}`
      const answer = await again('updateCars', { token, body: { ids: [id], change: { location } } })
      if (note(answer)) done.locations.set(id, location)
      await sleep(PAUSE_MS)
    }
  }

  async function buy({ token, id }: Person, carID: string): Promise<void> {
    const item = { carID, buyerContact: '555-0111', meetingPlace: 'Station' }
    const added = await again<{ insertedId: string }>('addPurchase', { token, body: item })
    if (added?.status !== 200) return
    const wanted = { purchasedItemID: added.body.insertedId, sellingPrice: '24,900' }
    const intent = await again<{ clientSecret: string }>('createPaymentIntent', { token, body: wanted })
    if (intent?.status !== 200) return
    const [transactionID] = intent.body.clientSecret.split('_secret_')
    await confirm(transactionID!)
    const paid = await again<{ state: string }>('savePayment', { token, body: { ...wanted, transactionID } })
    if (note(paid) && paid!.body.state === 'paid')
      done.sales.set(carID, [...(done.sales.get(carID) ?? []), id])
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

  const work = Promise.all([
    ...people.reviewers.map(review),
    ...people.ownCars.map((id) => change(people.seller, id)),
    ...people.buyers.map(buyAll),
  ])
  return {
    done,
    respondedAt,
    async stop() {
      isStopped = true
      await work
    },
  }
}
