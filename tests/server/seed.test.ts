import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCarName } from '../../contract/cars/car-name.ts'
import { availabilities } from '../../contract/cars/cars.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { DealState } from '../../contract/deal-life.ts'
import { parsePrice } from '../../contract/money.ts'
import { judgeVin } from '../../contract/cars/vin.ts'
import { loadConfig } from '../../server/config/config.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { decodeVin } from '../../server/features/vins/decode-vin.ts'
import { readVinData } from '../../server/features/vins/vin-data.ts'
import { demoCars } from '../../server/seed/catalog.ts'
import { DEMO_PASSWORD, demoAccounts } from '../../server/features/config/demo-accounts.ts'
import { demoPurchases, demoReports, demoReviews } from '../../server/seed/demo-activity.ts'
import { demoPeople } from '../../server/seed/demo-people.ts'
import { userId } from '../../server/seed/people-rows.ts'
import { seedMany } from '../../server/seed/seed-many.ts'
import { hasUsers, seedDemo } from '../../server/seed/seed.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import { createIdentityClient } from '../support/identity.ts'
import { readSavedAccounts, type SavedAccount } from '../support/saved-accounts.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const sold = demoPurchases.filter((purchase) => purchase.state === 'paid')

/** Settings that several installations may share. */
const shared = { TOKEN_SECRET: 'known to whoever set it for several' }

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox?.close())

function startSeeded(): Promise<TestServer> {
  const { stripe, identity, webhookSecret } = sandbox
  const urls = { stripeUrl: stripe.url, identityUrl: identity.url }
  return startTestServer({ ...urls, webhookSecret, seed: seedDemo, env: shared })
}

async function tokenOf(server: TestServer, email: string): Promise<string> {
  const { idToken } = await createIdentityClient(sandbox.identity.url).signIn(email, DEMO_PASSWORD)
  const { status, body } = await call<EndpointOutput<'getToken'>>(server.url, 'getToken', {
    query: { email },
    token: idToken,
  })
  expect(status).toBe(200)
  return body.token
}

function get<T>(
  server: TestServer,
  name: Parameters<typeof call>[1],
  request: Parameters<typeof call>[2] = {},
) {
  return call<T>(server.url, name, request).then(({ status, body }) => {
    expect(status).toBe(200)
    return body
  })
}

describe('the demo data', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startSeeded()
  })
  afterAll(() => server?.close())

  it('has every catalog car, listed or sold, with a count of listed cars', async () => {
    const { ctx } = server
    const stored = await ctx.db.selectFrom('cars').selectAll().execute()
    const cars = stored.filter(({ state }) => state === 'instock' || state === 'sold')
    expect(cars).toHaveLength(demoCars.length)
    expect(cars.filter((car) => car.state === 'sold')).toHaveLength(sold.length)
    const ofMakes = ctx.db.selectFrom('categories').selectAll().where('shown', '=', 'always')
    for (const { name, listed_count } of await ofMakes.execute()) {
      const inCatalogue = demoCars.filter((car) => car.category_name === name).length
      const soldCount = sold.filter((purchase) => demoCars[purchase.car]!.category_name === name).length
      expect(listed_count).toBe(inCatalogue - soldCount)
      expect(listed_count).toBeGreaterThanOrEqual(15)
    }
  })

  it('has cars in every state except reserved, and unique stock numbers for the dealer’s cars', async () => {
    const { ctx } = server
    const cars = await ctx.db.selectFrom('cars').selectAll().execute()
    const states = new Set(cars.map(({ state }) => state))
    expect([...states].toSorted()).toEqual(availabilities.filter((state) => state !== 'reserved').toSorted())
    const dealer = userId('dealer@kerblight.test')
    const numbers = cars.filter(({ seller_id }) => seller_id === dealer).map(({ stock_no }) => stock_no)
    expect(numbers).not.toContain(null)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('has one valid VIN per car that matches its make, model, and year', async () => {
    const data = await readVinData()
    const cars = await server.ctx.db.selectFrom('cars').selectAll().where('vin', 'is not', null).execute()
    const listedCars = cars.filter(({ state }) => state !== 'in-review')
    expect(listedCars.length).toBeGreaterThanOrEqual(demoCars.length)
    expect(new Set(listedCars.map(({ vin }) => vin)).size).toBe(listedCars.length)
    const plain = (text: string | null) => text?.toLowerCase().replaceAll(/[^a-z0-9]/g, '') ?? ''
    const differingCars = cars.filter(({ vin, category_name, model, year }) => {
      const verdict = judgeVin(vin!)
      const decodedVin = decodeVin(data, vin!, new Date('2026-11-22'))
      const isModel = plain(model).startsWith(plain(decodedVin.model))
      return (
        verdict.errorMessage !== null ||
        decodedVin.make !== category_name ||
        decodedVin.year !== year ||
        !isModel
      )
    })
    expect(differingCars.map(({ vin, model_name }) => `${vin} ${model_name}`)).toEqual([])
  })

  it('shows a car as entered: photos, price in cents, and day of posting', async () => {
    const demoCar = demoCars.find((car) => car.modelName === 'RS 6 Avant')!
    const cars = await get<EndpointOutput<'listCars'>>(server, 'listCars', {
      query: { category_name: 'Audi' },
    })
    const car = cars.find((candidate) => candidate.modelName === demoCar.modelName)
    expect(car).toMatchObject({
      images: demoCar.images,
      image_url: demoCar.images[0],
      resellPrice: demoCar.resellPrice,
      priceMinor: parsePrice(demoCar.resellPrice),
      featured: true,
      sellerName: demoPeople.find((person) => person.email === demoCar.sellerEmail)?.fullName,
      available: 'instock',
    })
    const age = Date.now() - Date.parse(car!.postedAt)
    expect(Math.floor(age / 86_400_000)).toBe(demoCar.postedDaysAgo)
  })

  it.each(demoAccounts)('lets $email sign in as $role', async ({ email }) => {
    const token = await tokenOf(server, email)
    const person = demoPeople.find((candidate) => candidate.email === email)!
    const profile = await get<EndpointOutput<'getMe'>>(server, 'getMe', { token })
    expect(profile).toMatchObject({
      email,
      fullName: person.fullName,
      photoURL: person.photo,
      isAdmin: person.role === 'admin',
      isSeller: person.account === 'seller',
      verified: person.verified,
    })
  })

  it('lists purchases, reports and reviews', async () => {
    const [buyer, admin] = [
      await tokenOf(server, 'buyer@kerblight.test'),
      await tokenOf(server, 'admin@kerblight.test'),
    ]
    const buyersPurchases = demoPurchases.filter((purchase) => purchase.buyerEmail === 'buyer@kerblight.test')
    const list = await get<EndpointOutput<'listPurchases'>>(server, 'listPurchases', {
      query: { email: 'buyer@kerblight.test' },
      token: buyer,
    })
    expect(list.map(({ carModelName, paid }) => [carModelName, paid])).toEqual(
      buyersPurchases.map(({ car, state }) => [demoCars[car]!.modelName, state === 'paid']),
    )
    const reports = await get<EndpointOutput<'listReports'>>(server, 'listReports', { token: admin })
    expect(
      reports.map((report) => `${report.reportedUserEmail} ${report.state} ${report.outcome}`).sort(),
    ).toEqual(demoReports.map((report) => `${report.reporterEmail} ${report.state} ${report.outcome}`).sort())
    const reviews = await get<EndpointOutput<'listAllReviews'>>(server, 'listAllReviews')
    expect(reviews.map(({ rating, reviewText }) => `${rating} ${reviewText}`).sort()).toEqual(
      demoReviews.map(({ rating, reviewText }) => `${rating} ${reviewText}`).sort(),
    )
    const reviewedNames = demoReviews.flatMap(({ car }) =>
      car === null ? [] : [buildCarName(demoCars[car]!)],
    )
    expect(reviews.flatMap((review) => review.carName ?? []).toSorted()).toEqual(reviewedNames.toSorted())
    expect(list.filter(({ reviewID }) => reviewID !== null).map(({ paid }) => paid)).toEqual([true])
  })

  it('has notified buyers and sellers of their sales', async () => {
    const buyer = await get<EndpointOutput<'listMessages'>>(server, 'listMessages', {
      token: await tokenOf(server, 'buyer@kerblight.test'),
    })
    expect(buyer.map(({ kind }) => kind)).toEqual(['receipt'])
    const dealer = await get<EndpointOutput<'listMessages'>>(server, 'listMessages', {
      token: await tokenOf(server, 'dealer@kerblight.test'),
    })
    const dealerSales = sold.filter(({ car }) => demoCars[car]!.sellerEmail === 'dealer@kerblight.test')
    expect(dealer.map(({ kind }) => kind)).toEqual([...dealerSales.map(() => 'sold'), 'verified'])
  })

  it('has a deal for each paid purchase, and the deals job pays sellers after the handover', async () => {
    const { ctx } = server
    const readDeals = () => ctx.db.selectFrom('deals').select(['purchase_id', 'state']).execute()
    const idsIn = async (state: DealState) =>
      (await readDeals()).filter((deal) => deal.state === state).map(({ purchase_id }) => purchase_id)
    expect(await readDeals()).toHaveLength(sold.length)
    await runDeals(ctx)
    expect(await idsIn('handed-over')).toEqual([])
    const paidOut = await idsIn('released')
    expect(paidOut.length).toBeGreaterThan(0)
    expect((await idsIn('paid')).length).toBe(sold.length - paidOut.length)
    const payouts = await ctx.db.selectFrom('payouts').select(['purchase_id', 'state']).execute()
    expect(payouts.map(({ purchase_id }) => purchase_id).toSorted()).toEqual(paidOut.toSorted())
    expect(payouts.map(({ state }) => state)).toEqual(paidOut.map(() => 'sent'))
    const entries = await ctx.db.selectFrom('ledger_entries').select(['account', 'amount']).execute()
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })

  it('has payments that Stripe accepted and an admin can refund', async () => {
    const { ctx } = server
    const payments = await ctx.db.selectFrom('payments').selectAll().execute()
    expect(payments).toHaveLength(sold.length)
    const secrets = ctx.db.selectFrom('attempts').select('id').where('client_secret', 'is not', null)
    expect(await secrets.execute()).toEqual([])
    for (const payment of payments) {
      expect(await ctx.payments.getIntent(payment.intent_id)).toMatchObject({
        status: 'succeeded',
        amount: payment.amount,
        metadata: { attemptID: payment.attempt_id, carID: payment.car_id },
      })
    }
    const [payment] = payments as [(typeof payments)[0]]
    const refund = await get<EndpointOutput<'refundPayment'>>(server, 'refundPayment', {
      params: { id: payment.id },
      body: { reason: 'The buyer changed their mind' },
      token: await tokenOf(server, 'admin@kerblight.test'),
    })
    expect(refund.state).toBe('refunded')
    const purchase = await ctx.db
      .selectFrom('purchases')
      .select('state')
      .where('id', '=', payment.purchase_id)
      .executeTakeFirstOrThrow()
    expect(purchase.state).toBe('refunded')
  })
})

describe('the demo accounts of another installation', () => {
  let ownSandbox: TestSandbox
  let server: TestServer
  let seeded: boolean[]

  beforeAll(async () => {
    await (await startSeeded()).close()
    ownSandbox = await startSandbox()
    server = await startTestServer({
      stripeUrl: ownSandbox.stripe.url,
      identityUrl: ownSandbox.identity.url,
      env: shared,
    })
    seeded = await Promise.all([seedDemo(server.ctx), seedDemo(server.ctx)])
  })
  afterAll(async () => {
    await server?.close()
    await ownSandbox?.close()
  })

  it('are created once, even by two concurrent processes', async () => {
    expect(seeded.toSorted()).toEqual([false, true])
    const users = await server.ctx.db.selectFrom('users').select('uid').execute()
    expect(users.map(({ uid }) => uid).toSorted()).toEqual(uidsOf(readSavedAccounts(ownSandbox.dataDir)))
  })

  it('share neither uid nor password hash with this installation, even with the same TOKEN_SECRET', () => {
    const [firstAccounts, secondAccounts] = [
      readSavedAccounts(sandbox.dataDir),
      readSavedAccounts(ownSandbox.dataDir),
    ]
    expect(uidsOf(firstAccounts)).toHaveLength(demoPeople.length)
    const secrets = [...firstAccounts, ...secondAccounts].flatMap(({ localId, passwordHash }) => [
      localId,
      passwordHash,
    ])
    expect(new Set(secrets).size).toBe(4 * demoPeople.length)
  })

  function uidsOf(accounts: SavedAccount[]): string[] {
    return accounts.map(({ localId }) => localId).toSorted()
  }
})

describe('seeding again', () => {
  it('does not change a database that has users', async () => {
    const server = await startSeeded()
    try {
      await server.ctx.db.deleteFrom('reviews').execute()
      expect(await seedDemo(server.ctx)).toBe(false)
      expect(await server.ctx.db.selectFrom('reviews').select('id').execute()).toEqual([])
    } finally {
      await server.close()
    }
  })

  it('creates no second account or payment after a kill midway', async () => {
    const firstServer = await startSeeded()
    const accounts = await firstServer.ctx.db.selectFrom('users').select('uid').orderBy('uid').execute()
    const paid = await firstServer.ctx.db
      .selectFrom('payments')
      .select('intent_id')
      .orderBy('intent_id')
      .execute()
    await firstServer.close()
    // The accounts and payments exist, but the database is empty, as after a kill before
    // the commit.
    const secondServer = await startSeeded()
    try {
      expect(await secondServer.ctx.db.selectFrom('users').select('uid').orderBy('uid').execute()).toEqual(
        accounts,
      )
      expect(
        await secondServer.ctx.db.selectFrom('payments').select('intent_id').orderBy('intent_id').execute(),
      ).toEqual(paid)
    } finally {
      await secondServer.close()
    }
  })

  it('sets the demo password of an existing account at a demo address', async () => {
    const ownSandbox = await startSandbox()
    const email = 'buyer@kerblight.test'
    const { uid } = await createIdentityClient(ownSandbox.identity.url).signUp({
      email,
      password: 'Something1',
    })
    const server = await startTestServer({
      stripeUrl: ownSandbox.stripe.url,
      identityUrl: ownSandbox.identity.url,
      seed: seedDemo,
    })
    try {
      expect(await createIdentityClient(ownSandbox.identity.url).signIn(email, DEMO_PASSWORD)).toMatchObject({
        uid,
      })
      const user = await server.ctx.db
        .selectFrom('users')
        .select('email')
        .where('uid', '=', uid)
        .executeTakeFirst()
      expect(user?.email).toBe(email)
    } finally {
      await server.close()
      await ownSandbox.close()
    }
  })

  it.each([
    ['identity emulator', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' }],
    ['Stripe sandbox', { STRIPE_SANDBOX_PORT: '9' }],
  ])('reports that the %s does not respond, and seeds once it does', async (name, env) => {
    const { stripe, identity } = sandbox
    const server = await startTestServer({ stripeUrl: stripe.url, identityUrl: identity.url })
    try {
      const { dataDir } = server.ctx.config
      const unreachable = {
        ...server.ctx,
        config: loadConfig({ DATA_DIR: dataDir, ...hostsOf(server), ...env }),
      }
      await expect(seedDemo(unreachable)).rejects.toThrow(`The ${name} is not responding on 127.0.0.1:9`)
      expect(await hasUsers(server.ctx.db)).toBe(false)
      expect(await seedDemo(server.ctx)).toBe(true)
    } finally {
      await server.close()
    }
  })

  it('rejects a live configuration', async () => {
    const server = await startTestServer()
    try {
      const config = { ...server.ctx.config, mode: 'live' as const }
      await expect(seedDemo({ ...server.ctx, config })).rejects.toThrow('only for the sandbox')
    } finally {
      await server.close()
    }
  })
})

function hostsOf({ ctx }: TestServer): Record<string, string> {
  const { stripePort, identityHost, identityPort } = ctx.config.sandbox!
  return {
    STRIPE_SANDBOX_PORT: String(stripePort),
    FIREBASE_AUTH_EMULATOR_HOST: `${identityHost}:${identityPort}`,
  }
}

describe('seedMany', () => {
  const now = new Date('2025-06-01T12:00:00Z')

  async function carsAfter(...runs: { count: number; seed?: number }[]) {
    const database = await openDatabase(':memory:')
    const progressSteps: number[] = []
    try {
      for (const { count, seed } of runs)
        await seedMany(database.db, count, {
          seed,
          now,
          onProgress: (insertedCount) => progressSteps.push(insertedCount),
        })
      const cars = await database.db.selectFrom('cars').selectAll().orderBy('id').execute()
      const categories = await database.db.selectFrom('categories').selectAll().execute()
      return {
        cars,
        progress: progressSteps,
        listed: categories.reduce((total, { listed_count }) => total + listed_count, 0),
      }
    } finally {
      await database.close()
    }
  }

  it('adds the requested number of cars over several transactions', async () => {
    const { cars, progress, listed } = await carsAfter({ count: 5_601 })
    expect(cars).toHaveLength(5_601)
    expect(listed).toBe(5_601)
    expect(progress).toEqual([5_000, 5_601])
    expect(new Set(cars.map((car) => car.seller_id)).size).toBeGreaterThan(5)
  })

  it('adds the same cars for the same seed, and different cars for a different seed', async () => {
    const { cars } = await carsAfter({ count: 20, seed: 7 })
    expect((await carsAfter({ count: 20, seed: 7 })).cars).toEqual(cars)
    expect((await carsAfter({ count: 20, seed: 8 })).cars).not.toEqual(cars)
  })

  it('creates sellers with unpredictable IDs if the database has none', async () => {
    const uids = async () => {
      const database = await openDatabase(':memory:')
      try {
        await seedMany(database.db, 20, { seed: 7, now })
        const users = await database.db.selectFrom('users').select('uid').execute()
        return users.map(({ uid }) => uid)
      } finally {
        await database.close()
      }
    }
    const [firstUids, secondUids] = [await uids(), await uids()]
    expect(firstUids.length).toBeGreaterThan(5)
    expect(firstUids.filter((uid) => secondUids.includes(uid))).toEqual([])
  })

  it('adds different cars when it runs again, and rejects cars that already exist', async () => {
    const { cars } = await carsAfter({ count: 20 }, { count: 20 })
    expect(cars).toHaveLength(40)
    await expect(carsAfter({ count: 20, seed: 1 }, { count: 20, seed: 1 })).rejects.toThrow(
      /already .* seed 1;/,
    )
  })
})
