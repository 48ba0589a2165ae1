import type { EndpointName } from '../../contract/api/paths.ts'
import { newId } from '../../server/db/id.ts'
import { insertFeed } from '../../server/features/feeds/feed.repository.ts'
import { fileOf } from '../../server/features/feeds/read-feed.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import {
  buildCar,
  buildImport,
  buildIssue,
  buildMake,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  buildSubscriber,
  buildUpload,
} from '../support/factories.ts'
import { forgedSignature } from '../support/forged-signature.ts'
import type { ActorName, World } from '../support/world.ts'

/**
 * A correct request for every endpoint, on rows of its own; a new endpoint without one does not compile. `owner` is
 * whose row or address it asks for, where the endpoint looks at that.
 */
export interface Fixture {
  owner?: ActorName
  request(world: World): Promise<ApiRequest> | ApiRequest
}

export const fixtures: Record<EndpointName, Fixture> = {
  listCategories: { request: () => ({}) },
  addCategory: { request: () => ({ body: { category_name: `Make ${newId().slice(0, 8)}` } }) },
  updateCategory: {
    request: async (world) => ({ params: { name: await buildMake(world.ctx) }, body: { shown: 'never' } }),
  },
  deleteCategory: { request: async (world) => ({ params: { name: await buildMake(world.ctx) } }) },
  listModels: { request: () => ({ query: { category_name: 'Audi' } }) },
  listAllCars: { request: () => ({}) },
  countAllCars: { request: () => ({}) },
  listCars: { request: () => ({ query: { category_name: 'Audi' } }) },
  getCarFacets: { request: () => ({ query: { fuel: 'Petrol' } }) },
  getCar: { request: async (world) => ({ params: { id: await carOf(world) } }) },
  listCarChanges: { request: async (world) => ({ params: { id: await carOf(world) } }) },
  listChangeSets: { request: () => ({}) },
  countChangeSets: { request: () => ({}) },
  getChangeSet: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await changeSetOf(world) } }),
  },
  listChangedCars: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await changeSetOf(world) } }),
  },
  revertChangeSet: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await changeSetOf(world) }, body: {} }),
  },
  getRelatedCars: { request: async (world) => ({ params: { id: await carOf(world) } }) },
  addCar: { request: () => ({ body: newCar }) },
  updateCar: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await carOf(world) }, body: newCar }),
  },
  addDraft: { request: () => ({ body: { modelName: 'X3' } }) },
  saveDraft: {
    owner: 'seller',
    request: async (world) => ({
      params: { id: await carOf(world, { state: 'draft', listed_at: null }) },
      body: { modelName: 'X3' },
    }),
  },
  setCarState: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await carOf(world) }, body: { state: 'withdrawn' } }),
  },
  setCarStates: {
    owner: 'seller',
    request: async (world) => ({ body: { ids: [await carOf(world)], state: 'withdrawn' } }),
  },
  updateCars: {
    owner: 'seller',
    request: async (world) => ({ body: { ids: [await carOf(world)], change: { location: 'Boise' } } }),
  },
  deleteCars: { owner: 'seller', request: async (world) => ({ body: { ids: [await carOf(world)] } }) },
  deleteAnyCar: { request: async (world) => ({ params: { id: await carOf(world) } }) },
  deleteMyCar: { owner: 'seller', request: async (world) => ({ params: { id: await carOf(world) } }) },
  relistCar: {
    request: async (world) => {
      const id = await carOf(world)
      const purchase = await buildPurchase(world.ctx, world.people.buyer.id, id, { state: 'refunded' })
      await buildPayment(world.ctx, purchase, { state: 'refunded' })
      await world.ctx.db.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
      return { params: { id } }
    },
  },
  getNextStockNumber: { request: () => ({}) },
  featureCar: { request: async (world) => ({ params: { id: await carOf(world) } }) },
  decodeVin: { request: () => ({ params: { vin: '1FADP5BU5DL500000' } }) },
  unfeatureCar: {
    request: async (world) => ({
      params: { id: await carOf(world, { featured_at: '2026-01-01T00:00:00Z' }) },
    }),
  },

  getToken: {
    owner: 'buyer',
    request: ({ people }) => ({ query: { email: people.buyer.email }, token: people.buyer.idToken }),
  },
  saveUser: {
    owner: 'buyer',
    request: ({ people }) => ({
      body: { fullName: 'Bea Buyer', email: people.buyer.email, account: 'buyer' },
      token: people.buyer.idToken,
    }),
  },
  getMe: { request: () => ({}) },
  updateMe: { request: () => ({ body: { fullName: 'Robin Vale' } }) },
  refreshEmail: { request: () => ({}) },
  deleteMe: { request: () => ({}) },
  exportMe: { request: () => ({}) },
  isAdmin: { owner: 'buyer', request: ({ people }) => ({ params: { email: people.buyer.email } }) },
  isSeller: { owner: 'buyer', request: ({ people }) => ({ params: { email: people.buyer.email } }) },
  listUsers: { request: () => ({}) },
  listBuyers: { request: () => ({}) },
  listSellers: { request: () => ({}) },
  countUsers: { request: () => ({}) },
  deleteUser: { request: async ({ ctx }) => ({ params: { id: (await buildPerson(ctx)).id } }) },
  verifySeller: {
    request: async ({ ctx }) => ({ params: { id: (await buildPerson(ctx, { account: 'seller' })).id } }),
  },
  unverifySeller: {
    request: async ({ ctx }) => ({
      params: { id: (await buildPerson(ctx, { account: 'seller', verified: 1 })).id },
    }),
  },
  makeAdmin: { request: async ({ ctx }) => ({ params: { id: (await buildPerson(ctx)).id } }) },
  revokeAdmin: {
    request: async ({ ctx }) => ({ params: { id: (await buildPerson(ctx, { role: 'admin' })).id } }),
  },
  logOut: { request: () => ({}) },
  listSessions: { request: () => ({}) },
  revokeSession: {
    owner: 'buyer',
    request: async ({ ctx, people }) => {
      const id = newId()
      const at = ctx.now().toISOString()
      const session = {
        id,
        user_id: people.buyer.id,
        client: 'web' as const,
        user_agent: 'test',
        revoked_at: null,
      }
      const times = { created_at: at, last_seen_at: at, expires_at: '2999-01-01T00:00:00.000Z' }
      await ctx.db
        .insertInto('sessions')
        .values({ ...session, ...times })
        .execute()
      return { params: { id } }
    },
  },

  revokeSessions: { request: () => ({}) },

  addPurchase: {
    request: async (world) => ({
      body: {
        carID: await carOf(world),
        buyerContact: '555-0111',
        meetingPlace: 'Station',
        sellingPrice: '24,900',
      },
    }),
  },
  listPurchases: { owner: 'buyer', request: ({ people }) => ({ query: { email: people.buyer.email } }) },
  getPurchase: {
    owner: 'buyer',
    request: async (world) => ({ params: { id: (await purchaseOf(world)).id } }),
  },
  acceptPrice: {
    owner: 'buyer',
    request: async (world) => ({
      params: { id: (await purchaseOf(world)).id },
      body: { sellingPrice: '24,900' },
    }),
  },
  deletePurchase: {
    owner: 'buyer',
    request: async (world) => {
      const { id, carID } = await purchaseOf(world)
      return { params: { id, carID }, query: { email: world.people.buyer.email } }
    },
  },
  listSales: { request: () => ({}) },
  countSales: { request: () => ({}) },
  listSalesByMonth: { request: () => ({}) },
  createPaymentIntent: {
    owner: 'buyer',
    request: async (world) => ({
      body: { purchasedItemID: (await purchaseOf(world)).id, sellingPrice: '24,900' },
    }),
  },
  cancelAttempt: {
    owner: 'buyer',
    request: async (world) => {
      const { attemptID } = await startPaying(world)
      return { params: { id: attemptID } }
    },
  },
  savePayment: {
    owner: 'buyer',
    request: async (world) => {
      const { clientSecret, purchasedItemID } = await startPaying(world)
      const transactionID = clientSecret.split('_secret_')[0]!
      await confirm(world, transactionID)
      return { body: { transactionID, purchasedItemID } }
    },
  },
  listHolds: { request: () => ({}) },
  countHolds: { request: () => ({}) },
  endHold: { request: async (world) => ({ params: { id: (await startPaying(world)).attemptID } }) },
  listPayments: { request: () => ({}) },
  countPayments: { request: () => ({}) },
  refundPayment: {
    request: async (world) => {
      const request = (await fixtures.savePayment.request(world)) as { body: { transactionID: string } }
      await call(world.url, 'savePayment', { ...request, token: world.people.buyer.token })
      const payment = await world.ctx.db
        .selectFrom('payments')
        .select('id')
        .where('intent_id', '=', request.body.transactionID)
        .executeTakeFirstOrThrow()
      return { params: { id: payment.id }, body: { reason: 'The gearbox was not as described' } }
    },
  },
  stripeWebhook: {
    request: () => ({ body: { id: 'evt_unsigned' }, headers: { 'stripe-signature': forgedSignature() } }),
  },

  addReport: { request: async (world) => ({ body: { reportedItemInfo: { _id: await carOf(world) } } }) },
  listReports: { request: () => ({}) },
  countReports: { request: () => ({}) },
  listMyReports: { owner: 'buyer', request: ({ people }) => ({ params: { email: people.buyer.email } }) },
  decideReport: {
    request: async (world) => ({
      params: { id: await buildReport(world.ctx, world.people.buyer.id, await carOf(world)) },
      body: { state: 'upheld', note: 'Thank you' },
    }),
  },
  deleteReport: {
    owner: 'buyer',
    request: async (world) => ({
      params: { id: await buildReport(world.ctx, world.people.buyer.id, await carOf(world)) },
    }),
  },
  addReview: { request: () => ({ body: { rating: 4.5, reviewText: 'Good' } }) },
  listAllReviews: { request: () => ({}) },
  getReviewSummary: { request: () => ({}) },
  listMyReviews: { owner: 'buyer', request: ({ people }) => ({ query: { email: people.buyer.email } }) },
  getReview: {
    owner: 'buyer',
    request: async ({ ctx, people }) => ({ params: { id: await buildReview(ctx, people.buyer.id) } }),
  },
  updateReview: {
    owner: 'buyer',
    request: async ({ ctx, people }) => ({
      params: { id: await buildReview(ctx, people.buyer.id) },
      body: { rating: 3, reviewText: 'On second thought' },
    }),
  },
  deleteReview: {
    owner: 'buyer',
    request: async ({ ctx, people }) => ({ params: { id: await buildReview(ctx, people.buyer.id) } }),
  },

  streamEvents: { request: () => ({ query: { since: 60 } }) },
  streamMarket: { request: () => ({ query: { since: 60 } }) },

  undo: {
    owner: 'buyer',
    request: async ({ ctx, url, people }) => {
      const id = await buildReview(ctx, people.buyer.id)
      const { body } = await call<{ data: { undoId: string } }>(url, 'deleteReview', {
        params: { id },
        token: people.buyer.token,
      })
      return { params: { id: body.data.undoId } }
    },
  },
  listMessages: { request: () => ({}) },
  countUnreadMessages: { request: () => ({}) },
  readMessage: {
    owner: 'buyer',
    request: async (world) => ({ params: { id: await messageOf(world) } }),
  },
  readMessages: {
    owner: 'buyer',
    request: async (world) => ({ body: { newest: await messageOf(world) } }),
  },
  listAudit: { request: () => ({}) },
  subscribe: { request: () => ({ body: { email: 'reader@people.test' } }) },
  confirmSubscription: {
    request: async ({ ctx }) => {
      const { token } = await buildSubscriber(ctx, { confirmed_at: null })
      return { params: { token } }
    },
  },
  unsubscribe: { request: () => ({ params: { token: 'a-token-nobody-has' } }) },
  unsubscribeInOneClick: {
    request: () => ({
      params: { token: 'a-token-nobody-has' },
      body: { 'List-Unsubscribe': 'One-Click' },
    }),
  },
  countSubscribers: { request: () => ({}) },
  listIssues: { request: () => ({}) },
  countIssues: { request: () => ({}) },
  addIssue: { request: () => ({ body: newIssue }) },
  previewIssue: { request: () => ({ body: newIssue }) },
  testIssue: { request: () => ({ body: newIssue }) },
  getIssue: { request: async (world) => ({ params: { id: await issueOf(world) } }) },
  updateIssue: { request: async (world) => ({ params: { id: await issueOf(world) }, body: newIssue }) },
  deleteIssue: { request: async (world) => ({ params: { id: await issueOf(world) } }) },
  sendIssue: {
    request: async (world) => {
      await buildSubscriber(world.ctx)
      return { params: { id: await issueOf(world) } }
    },
  },
  stopIssue: { request: async (world) => ({ params: { id: await issueOf(world, { state: 'sending' }) } }) },
  uploadImage: {
    request: () => {
      const body = new FormData()
      body.set('image', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png')
      return { query: { key: 'kerblight', expiration: 600 }, body }
    },
  },
  exportCars: { request: () => ({}) },
  listImports: { request: () => ({}) },
  countImports: { request: () => ({}) },
  listPictureHosts: { request: () => ({}) },
  setPictureHosts: { request: () => ({ body: { hosts: ['photos.example.com'] } }) },
  addImport: {
    request: () => {
      const body = new FormData()
      body.set('file', new Blob(['stock,make\n1,Audi']), 'cars.csv')
      return { body }
    },
  },
  getImport: { owner: 'seller', request: async (world) => ({ params: { id: await importOf(world) } }) },
  deleteImport: { owner: 'seller', request: async (world) => ({ params: { id: await importOf(world) } }) },
  setImportColumns: {
    owner: 'seller',
    request: async (world) => ({
      params: { id: await importOf(world) },
      body: { columns: [{ column: 1, field: 'location' }] },
    }),
  },
  setImportValues: {
    owner: 'seller',
    request: async (world) => ({
      params: { id: await importOf(world) },
      body: { values: [{ field: 'fuel', value: 'Coal', becomes: 'Diesel' }] },
    }),
  },
  setImportAnswers: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await importOf(world) }, body: { sold: 'skip' } }),
  },
  listImportRows: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await importOf(world) }, query: { action: 'error' } }),
  },
  applyImport: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await importOf(world) }, body: { missing: 'leave' } }),
  },
  getImportRejects: {
    owner: 'seller',
    request: async (world) => ({ params: { id: await importOf(world) } }),
  },
  findNamedCars: { request: () => ({ body: { names: ['WBA8E9G59GNT40001', '1001'] } }) },
  addPhotos: {
    owner: 'seller',
    request: async (world) => {
      const image = await buildUpload(world.ctx, world.people.seller.id)
      return { body: { cars: [{ carID: await carOf(world), images: [image] }] } }
    },
  },
  listFeeds: { request: () => ({}) },
  addFeed: { request: () => ({ body: { kind: 'google' } }) },
  getFeed: { owner: 'seller', request: async (world) => ({ params: { id: (await feedOf(world)).id } }) },
  deleteFeed: { owner: 'seller', request: async (world) => ({ params: { id: (await feedOf(world)).id } }) },
  listFeedCars: {
    owner: 'seller',
    request: async (world) => ({ params: { id: (await feedOf(world)).id }, query: { status: 'out' } }),
  },
  readFeed: { request: async (world) => ({ params: { file: (await feedOf(world)).file } }) },
  getConfig: { request: () => ({}) },
  getOpenApi: { request: () => ({}) },
  getDocs: { request: () => ({}) },
  getHealth: { request: () => ({}) },
  getReadiness: { request: () => ({}) },
  listSetupProblems: { request: () => ({}) },
  getMetrics: { request: () => ({}) },
}

const newCar = {
  category_name: 'BMW',
  condition: 'Good',
  modelName: 'X3 xDrive20d',
  selllerContact: '555-0100',
  usageTime: '2 years',
  originalPrice: '38,000',
  resellPrice: '27,800',
}

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const newIssue = { subject: 'October at Kerblight', text: 'New on the lot: **three Teslas**.' }

function issueOf({ ctx, people }: World, fields = {}): Promise<string> {
  return buildIssue(ctx, people.admin.id, { ...newIssue, ...fields })
}

/** What the seller changed of a car. @returns its id */
async function changeSetOf(world: World): Promise<string> {
  const body = { ids: [await carOf(world)], change: { location: 'Boise' } }
  await call(world.url, 'updateCars', { token: world.people.seller.token, body })
  const newest = world.ctx.db.selectFrom('change_sets').select('id').orderBy('id', 'desc').limit(1)
  return String((await newest.executeTakeFirstOrThrow()).id)
}

/** One that was read, once no other is being read or applied. @returns its id */
async function importOf({ ctx, people }: World): Promise<string> {
  await ctx.imports.idle()
  return buildImport(ctx, people.seller.id)
}

async function feedOf({ ctx, people }: World): Promise<{ id: string; file: string }> {
  const feed = { id: newId(), sellerId: people.seller.id, kind: 'google' as const, secret: newId() }
  await insertFeed(ctx.db, feed, ctx.now())
  return { id: feed.id, file: fileOf(feed) }
}

function carOf({ ctx, people }: World, fields = {}): Promise<string> {
  return buildCar(ctx, people.seller.id, fields)
}

async function purchaseOf(world: World): Promise<{ id: string; carID: string }> {
  const carID = await carOf(world)
  return { id: await buildPurchase(world.ctx, world.people.buyer.id, carID), carID }
}

async function startPaying(world: World) {
  const request = await fixtures.createPaymentIntent.request(world)
  const { body } = await call<{ attemptID: string; clientSecret: string; purchasedItemID: string }>(
    world.url,
    'createPaymentIntent',
    { ...request, token: world.people.buyer.token },
  )
  return body
}

/** Pays as the browser does through Stripe.js. */
async function confirm(world: World, intentId: string): Promise<void> {
  const answer = await fetch(`${world.stripe.url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.ctx.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  if (!answer.ok) throw new Error(`Confirming failed: ${await answer.text()}`)
}

/** A message of the buyer's. @returns its id */
async function messageOf({ ctx, people }: World): Promise<string> {
  const id = newId()
  const text = { kind: 'account' as const, subject: 'Hello', body: 'Hello', link: '/dashboard' }
  const row = { id, user_id: people.buyer.id, created_at: ctx.now().toISOString(), read_at: null, ...text }
  await ctx.db.insertInto('messages').values(row).execute()
  return id
}
