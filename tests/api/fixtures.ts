import { buildCarWithDeposit } from '../support/deposits.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { newId } from '../../server/db/id.ts'
import { insertFeed } from '../../server/features/feeds/feed.repository.ts'
import { TEXT_VERSION } from '../../server/features/deals/documents/sale-documents.ts'
import { insertDeposit } from '../../server/sale/records/deposit.repository.ts'
import { insertDocumentDetails } from '../../server/sale/records/deal-document.repository.ts'
import { insertDealProblem } from '../../server/sale/records/deal-problem.repository.ts'
import { findDeal, moveDeal } from '../../server/sale/records/deal.repository.ts'
import { bookCharge, bookFeeRefund } from '../../server/sale/accounting/book.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import { savePayoutAccount } from '../../server/sale/records/payout-account.repository.ts'
import { insertPayout } from '../../server/sale/records/payout.repository.ts'
import { handoverCode } from '../../server/sale/deals/handover-code.ts'
import { followDispute } from '../../server/sale/disputes/follow-dispute.ts'
import { buildFeedFileName } from '../../server/features/feeds/read-feed.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import {
  buildCar,
  buildDeal,
  buildImport,
  buildIssue,
  buildMake,
  buildPayment,
  buildPerson,
  buildPhotoMatch,
  buildPurchase,
  buildReport,
  buildReview,
  buildSearch,
  buildSubscriber,
  buildUpload,
  type Person,
} from '../support/factories.ts'
import { findDispute, payByCard, payWithDisputedCard } from './sale-steps.ts'
import { forgeSignature } from '../support/forged-signature.ts'
import type { ActorName, TestApp } from '../support/test-app.ts'

/**
 * A valid request for every endpoint, each with its own database rows. If a new endpoint has no fixture, this
 * file does not compile. `owner` owns the requested row or email address, if the endpoint checks ownership.
 */
export interface Fixture {
  owner?: ActorName
  request(app: TestApp): Promise<ApiRequest> | ApiRequest
}

export const fixtures: Record<EndpointName, Fixture> = {
  listCategories: { request: () => ({}) },
  addCategory: { request: () => ({ body: { category_name: `Make ${newId().slice(0, 8)}` } }) },
  updateCategory: {
    request: async (app) => ({ params: { name: await buildMake(app.ctx) }, body: { shown: 'never' } }),
  },
  deleteCategory: { request: async (app) => ({ params: { name: await buildMake(app.ctx) } }) },
  listModels: { request: () => ({ query: { category_name: 'Audi' } }) },
  listAllCars: { request: () => ({}) },
  countAllCars: { request: () => ({}) },
  listCars: { request: () => ({ query: { category_name: 'Audi' } }) },
  getCarFacets: { request: () => ({ query: { fuel: 'Petrol' } }) },
  getCar: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  listCarChanges: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  listChangeSets: { request: () => ({}) },
  countChangeSets: { request: () => ({}) },
  getChangeSet: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await changeSetOf(app) } }),
  },
  listChangedCars: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await changeSetOf(app) } }),
  },
  revertChangeSet: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await changeSetOf(app) }, body: {} }),
  },
  getCarPrice: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  getCarRecalls: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  getRelatedCars: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  addCar: { request: () => ({ body: newCar }) },
  updateCar: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await carOf(app) }, body: newCar }),
  },
  addDraft: { request: () => ({ body: { modelName: 'X3' } }) },
  saveDraft: {
    owner: 'seller',
    request: async (app) => ({
      params: { id: await carOf(app, { state: 'draft', listed_at: null }) },
      body: { modelName: 'X3' },
    }),
  },
  setCarState: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await carOf(app) }, body: { state: 'withdrawn' } }),
  },
  setCarStates: {
    owner: 'seller',
    request: async (app) => ({ body: { ids: [await carOf(app)], state: 'withdrawn' } }),
  },
  updateCars: {
    owner: 'seller',
    request: async (app) => ({ body: { ids: [await carOf(app)], change: { location: 'Boise' } } }),
  },
  deleteCars: { owner: 'seller', request: async (app) => ({ body: { ids: [await carOf(app)] } }) },
  deleteAnyCar: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  deleteMyCar: { owner: 'seller', request: async (app) => ({ params: { id: await carOf(app) } }) },
  relistCar: {
    request: async (app) => {
      const id = await carOf(app)
      const purchase = await buildPurchase(app.ctx, app.people.buyer.id, id, { state: 'refunded' })
      await buildPayment(app.ctx, purchase, { state: 'refunded' })
      await app.ctx.db.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
      return { params: { id } }
    },
  },
  getNextStockNumber: { request: () => ({}) },
  featureCar: { request: async (app) => ({ params: { id: await carOf(app) } }) },
  decodeVin: { request: () => ({ params: { vin: '1FADP5BU5DL500000' } }) },
  unfeatureCar: {
    request: async (app) => ({
      params: { id: await carOf(app, { featured_at: '2026-01-01T00:00:00Z' }) },
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
      const timestamp = ctx.now().toISOString()
      const session = {
        id,
        user_id: people.buyer.id,
        client: 'web' as const,
        user_agent: 'test',
        revoked_at: null,
      }
      const times = { created_at: timestamp, last_seen_at: timestamp, expires_at: '2999-01-01T00:00:00.000Z' }
      await ctx.db
        .insertInto('sessions')
        .values({ ...session, ...times })
        .execute()
      return { params: { id } }
    },
  },

  revokeSessions: { request: () => ({}) },

  listShortlist: { request: () => ({}) },
  mergeShortlist: { request: async (app) => ({ body: { cars: [await carOf(app)] } }) },
  addToShortlist: { request: async (app) => ({ params: { carID: await carOf(app) } }) },
  getShortlistEmails: { request: () => ({}) },
  setShortlistEmails: { request: () => ({ body: { every: 'weekly' } }) },
  removeFromShortlist: { request: async (app) => ({ params: { carID: await carOf(app) } }) },
  listCarsById: { request: async (app) => ({ query: { ids: await carOf(app) } }) },
  addPurchase: {
    request: async (app) => ({
      body: {
        carID: await carOf(app),
        buyerContact: '555-0111',
        meetingPlace: 'Station',
        sellingPrice: '24,900',
      },
    }),
  },
  listPurchases: { owner: 'buyer', request: ({ people }) => ({ query: { email: people.buyer.email } }) },
  getPurchase: {
    owner: 'buyer',
    request: async (app) => ({ params: { id: (await purchaseOf(app)).id } }),
  },
  acceptPrice: {
    owner: 'buyer',
    request: async (app) => ({
      params: { id: (await purchaseOf(app)).id },
      body: { sellingPrice: '24,900' },
    }),
  },
  deletePurchase: {
    owner: 'buyer',
    request: async (app) => {
      const { id, carID } = await purchaseOf(app)
      return { params: { id, carID }, query: { email: app.people.buyer.email } }
    },
  },
  listSales: { request: () => ({}) },
  countSales: { request: () => ({}) },
  listSalesByMonth: { request: () => ({}) },
  createPaymentIntent: {
    owner: 'buyer',
    request: async (app) => ({
      body: { purchasedItemID: (await purchaseOf(app)).id, sellingPrice: '24,900' },
    }),
  },
  cancelAttempt: {
    owner: 'buyer',
    request: async (app) => {
      const { attemptID } = await startPaying(app)
      return { params: { id: attemptID } }
    },
  },
  savePayment: {
    owner: 'buyer',
    request: async (app) => {
      const { clientSecret, purchasedItemID } = await startPaying(app)
      const transactionID = clientSecret.split('_secret_')[0]!
      await confirm(app, transactionID)
      return { body: { transactionID, purchasedItemID } }
    },
  },
  listHolds: { request: () => ({}) },
  countHolds: { request: () => ({}) },
  endHold: { request: async (app) => ({ params: { id: (await startPaying(app)).attemptID } }) },
  listPayments: { request: () => ({}) },
  countPayments: { request: () => ({}) },
  refundPayment: {
    request: async (app) => {
      const request = (await fixtures.savePayment.request(app)) as { body: { transactionID: string } }
      await call(app.url, 'savePayment', { ...request, token: app.people.buyer.token })
      const payment = await app.ctx.db
        .selectFrom('payments')
        .select('id')
        .where('intent_id', '=', request.body.transactionID)
        .executeTakeFirstOrThrow()
      return { params: { id: payment.id }, body: { reason: 'The gearbox was not as described' } }
    },
  },
  listDeals: { request: () => ({}) },
  countDeals: { request: () => ({}) },
  getDeal: { owner: 'buyer', request: async (app) => ({ params: { purchaseID: await dealOf(app) } }) },
  setHandover: {
    owner: 'buyer',
    request: async (app) => ({
      params: { purchaseID: await dealOf(app) },
      body: { times: [new Date(app.ctx.now().getTime() + 86_400_000).toISOString()] },
    }),
  },
  enterHandoverCode: {
    owner: 'seller',
    request: async (app) => {
      const purchaseID = await dealOf(app, app.people.seller)
      const deal = (await findDeal(app.ctx.db, purchaseID))!
      return { params: { purchaseID }, body: { code: handoverCode(app.ctx.config, deal) } }
    },
  },
  confirmReceived: {
    owner: 'buyer',
    request: async (app) => ({ params: { purchaseID: await dealOf(app) } }),
  },
  reportDealProblem: {
    owner: 'buyer',
    request: async (app) => ({
      params: { purchaseID: await dealOf(app) },
      body: { reason: 'title', text: 'The title has a lien.' },
    }),
  },
  requestReturn: {
    owner: 'buyer',
    request: async (app) => ({ params: { purchaseID: await handedOverDealOf(app) }, body: {} }),
  },
  confirmReturn: {
    owner: 'seller',
    request: async (app) => ({ params: { purchaseID: await returnedDealOf(app) } }),
  },
  getDealDocuments: {
    owner: 'buyer',
    request: async (app) => ({ params: { purchaseID: await documentedDealOf(app) } }),
  },
  setDealDocuments: {
    owner: 'seller',
    request: async (app) => ({
      params: { purchaseID: await dealOf(app, app.people.seller) },
      body: documentFacts,
    }),
  },
  signDealDocuments: {
    owner: 'buyer',
    request: async (app) => ({
      params: { purchaseID: await documentedDealOf(app) },
      body: { name: 'Bea Buyer', revision: 1, textVersion: TEXT_VERSION },
    }),
  },
  getDealDocumentsFile: {
    owner: 'buyer',
    request: async (app) => ({ params: { purchaseID: await documentedDealOf(app) } }),
  },
  decideDealProblem: {
    request: async (app) => {
      const purchaseID = await dealOf(app)
      await call(app.url, 'reportDealProblem', {
        token: app.people.buyer.token,
        params: { purchaseID },
        body: { reason: 'title', text: 'The title has a lien.' },
      })
      return { params: { purchaseID }, body: { outcome: 'release', reason: 'The lien was paid off' } }
    },
  },
  addDeposit: {
    request: async (app) => {
      await emptyPurchaseList(app)
      return {
        body: { carID: await buildCarWithDeposit(app, await buildPerson(app.ctx, { account: 'seller' })) },
      }
    },
  },
  endReservation: {
    owner: 'buyer',
    request: async (app) => {
      const { id: sellerId } = await buildPerson(app.ctx, { account: 'seller' })
      return { params: { purchaseID: await reservationOf(app, { buyerId: app.people.buyer.id, sellerId }) } }
    },
  },
  recordDealershipPayment: {
    owner: 'seller',
    request: async (app) => {
      const { id: buyerId } = await buildPerson(app.ctx)
      const sides = { buyerId, sellerId: app.people.seller.id }
      return { params: { purchaseID: await reservationOf(app, sides, await payByCard(app)) } }
    },
  },
  getPayoutAccount: { request: () => ({}) },
  addPayoutLink: { request: () => ({}) },
  refreshPayoutAccount: { request: () => ({}) },
  listPayouts: { request: () => ({}) },
  countPayouts: { request: () => ({}) },
  getStatements: { owner: 'seller', request: ({ people }) => ({ query: { seller: people.seller.id } }) },
  getStatement: { owner: 'seller', request: (app) => statementOf(app) },
  getStatementPdf: {
    owner: 'seller',
    request: async (app) => documentIn(await statementOf(app)),
  },
  getStatementCsv: {
    owner: 'seller',
    request: async (app) => documentIn(await statementOf(app)),
  },
  getFees: { request: () => ({}) },
  setFee: { request: () => ({ body: { basisPoints: 250, minimum: '25', maximum: null } }) },
  setSellerFee: {
    request: async (app) => ({
      params: { sellerID: (await buildPerson(app.ctx, { account: 'seller' })).id },
      body: { basisPoints: 100 },
    }),
  },
  deleteSellerFee: { request: (app) => ({ params: { sellerID: app.people.seller.id } }) },
  getSellerFees: { owner: 'seller', request: ({ people }) => ({ query: { seller: people.seller.id } }) },
  listSellerFeeChanges: {
    owner: 'seller',
    request: ({ people }) => ({ query: { seller: people.seller.id } }),
  },
  saveSellerFees: {
    request: () => ({ body: { fees: [{ name: 'Documentation fee', amountMinor: 29_900 }] } }),
  },
  listDisputes: { request: () => ({}) },
  countDisputes: { request: () => ({}) },
  getDispute: { request: async (app) => ({ params: { id: await sharedDisputeOf(app) } }) },
  updateDispute: {
    request: async (app) => ({
      params: { id: await sharedDisputeOf(app) },
      body: { evidence: { uncategorized_text: 'The buyer picked the car up.' } },
    }),
  },
  submitDispute: { request: async (app) => ({ params: { id: await disputeOf(app) } }) },
  listLedgerDifferences: { request: () => ({}) },
  correctLedgerDifference: { request: async (app) => ({ params: { id: await surplusFeeOf(app) } }) },
  getLedgerComparison: { request: () => ({}) },
  stripeWebhook: {
    request: () => ({ body: { id: 'evt_unsigned' }, headers: { 'stripe-signature': forgeSignature() } }),
  },

  addReport: { request: async (app) => ({ body: { reportedItemInfo: { _id: await carOf(app) } } }) },
  listReports: { request: () => ({}) },
  countReports: { request: () => ({}) },
  listMyReports: { owner: 'buyer', request: ({ people }) => ({ params: { email: people.buyer.email } }) },
  decideReport: {
    request: async (app) => ({
      params: { id: await buildReport(app.ctx, app.people.buyer.id, await carOf(app)) },
      body: { state: 'upheld', note: 'Thank you' },
    }),
  },
  deleteReport: {
    owner: 'buyer',
    request: async (app) => ({
      params: { id: await buildReport(app.ctx, app.people.buyer.id, await carOf(app)) },
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
    request: async (app) => ({ params: { id: await messageOf(app) } }),
  },
  readMessages: {
    owner: 'buyer',
    request: async (app) => ({ body: { newest: await messageOf(app) } }),
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
  listSearches: { request: () => ({}) },
  addSearch: {
    request: () => ({ body: { name: 'Tesla', query: 'brand=Tesla', every: 'daily' } }),
  },
  updateSearch: {
    owner: 'buyer',
    request: async (app) => ({ params: { id: await searchOf(app) }, body: { every: 'weekly' } }),
  },
  deleteSearch: {
    owner: 'buyer',
    request: async (app) => ({ params: { id: await searchOf(app) } }),
  },
  stopAlerts: { request: () => ({ params: { token: 'a-token-nobody-has' } }) },
  stopAlertsInOneClick: {
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
  getIssue: { request: async (app) => ({ params: { id: await issueOf(app) } }) },
  updateIssue: { request: async (app) => ({ params: { id: await issueOf(app) }, body: newIssue }) },
  deleteIssue: { request: async (app) => ({ params: { id: await issueOf(app) } }) },
  sendIssue: {
    request: async (app) => {
      await buildSubscriber(app.ctx)
      return { params: { id: await issueOf(app) } }
    },
  },
  stopIssue: { request: async (app) => ({ params: { id: await issueOf(app, { state: 'sending' }) } }) },
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
  getImport: { owner: 'seller', request: async (app) => ({ params: { id: await importOf(app) } }) },
  deleteImport: { owner: 'seller', request: async (app) => ({ params: { id: await importOf(app) } }) },
  setImportColumns: {
    owner: 'seller',
    request: async (app) => ({
      params: { id: await importOf(app) },
      body: { columns: [{ column: 1, field: 'location' }] },
    }),
  },
  setImportValues: {
    owner: 'seller',
    request: async (app) => ({
      params: { id: await importOf(app) },
      body: { values: [{ field: 'fuel', value: 'Coal', becomes: 'Diesel' }] },
    }),
  },
  setImportAnswers: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await importOf(app) }, body: { sold: 'skip' } }),
  },
  listImportRows: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await importOf(app) }, query: { action: 'error' } }),
  },
  applyImport: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await importOf(app) }, body: { missing: 'leave' } }),
  },
  getImportRejects: {
    owner: 'seller',
    request: async (app) => ({ params: { id: await importOf(app) } }),
  },
  findNamedCars: { request: () => ({ body: { names: ['WBA8E9G59GNT40001', '1001'] } }) },
  addPhotos: {
    owner: 'seller',
    request: async (app) => {
      const image = await buildUpload(app.ctx, app.people.seller.id)
      return { body: { cars: [{ carID: await carOf(app), images: [image] }] } }
    },
  },
  listPhotoMatches: { request: () => ({}) },
  closePhotoMatch: {
    request: async (app) => {
      const cars = [await carOf(app), await carOf(app)] as const
      await buildPhotoMatch(app.ctx, cars)
      return { params: { id: cars[0], carID: cars[1] } }
    },
  },
  listFeeds: { request: () => ({}) },
  addFeed: { request: () => ({ body: { kind: 'google' } }) },
  getFeed: { owner: 'seller', request: async (app) => ({ params: { id: (await feedOf(app)).id } }) },
  deleteFeed: { owner: 'seller', request: async (app) => ({ params: { id: (await feedOf(app)).id } }) },
  listFeedCars: {
    owner: 'seller',
    request: async (app) => ({ params: { id: (await feedOf(app)).id }, query: { status: 'out' } }),
  },
  readFeed: { request: async (app) => ({ params: { file: (await feedOf(app)).file } }) },
  getConfig: { request: () => ({}) },
  getOpenApi: { request: () => ({}) },
  getDocs: { request: () => ({}) },
  getHealth: { request: () => ({}) },
  getReadiness: { request: () => ({}) },
  listSetupProblems: { request: () => ({}) },
  listJobs: { request: () => ({}) },
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

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const newIssue = { subject: 'October at Kerblight', text: 'New on the lot: **three Teslas**.' }

function issueOf({ ctx, people }: TestApp, fields = {}): Promise<string> {
  return buildIssue(ctx, people.admin.id, { ...newIssue, ...fields })
}

/**
 * Creates a change set by editing one of the seller's cars.
 * @returns its ID
 */
async function changeSetOf(app: TestApp): Promise<string> {
  const body = { ids: [await carOf(app)], change: { location: 'Boise' } }
  await call(app.url, 'updateCars', { token: app.people.seller.token, body })
  const newest = app.ctx.db.selectFrom('change_sets').select('id').orderBy('id', 'desc').limit(1)
  return String((await newest.executeTakeFirstOrThrow()).id)
}

/**
 * Creates an import whose spreadsheet has been read. It first waits until no other import is being read or
 * applied.
 * @returns its ID
 */
async function importOf({ ctx, people }: TestApp): Promise<string> {
  await ctx.imports.idle()
  return buildImport(ctx, people.seller.id)
}

async function feedOf({ ctx, people }: TestApp): Promise<{ id: string; file: string }> {
  const feed = { id: newId(), sellerId: people.seller.id, kind: 'google' as const, secret: newId() }
  await insertFeed(ctx.db, feed, ctx.now())
  return { id: feed.id, file: buildFeedFileName(feed) }
}

function carOf({ ctx, people }: TestApp, fields = {}): Promise<string> {
  return buildCar(ctx, people.seller.id, fields)
}

async function purchaseOf(app: TestApp): Promise<{ id: string; carID: string }> {
  const carID = await carOf(app)
  return { id: await buildPurchase(app.ctx, app.people.buyer.id, carID), carID }
}

async function startPaying(app: TestApp) {
  const request = await fixtures.createPaymentIntent.request(app)
  const { body } = await call<{ attemptID: string; clientSecret: string; purchasedItemID: string }>(
    app.url,
    'createPaymentIntent',
    { ...request, token: app.people.buyer.token },
  )
  return body
}

/** Pays as the browser does through Stripe.js. */
async function confirm(app: TestApp, intentId: string): Promise<void> {
  const response = await fetch(`${app.stripe.url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.ctx.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  if (!response.ok) throw new Error(`Confirming failed: ${await response.text()}`)
}

/**
 * Creates a message to the buyer.
 * @returns its ID
 */
function searchOf({ ctx, people }: TestApp): Promise<string> {
  return buildSearch(ctx, people.buyer.id, { query: `q=${newId()}` })
}

async function messageOf({ ctx, people }: TestApp): Promise<string> {
  const id = newId()
  const messageFields = { kind: 'account' as const, subject: 'Hello', body: 'Hello', link: '/dashboard' }
  const row = {
    id,
    user_id: people.buyer.id,
    created_at: ctx.now().toISOString(),
    read_at: null,
    ...messageFields,
  }
  await ctx.db.insertInto('messages').values(row).execute()
  return id
}

/** Creates a deal between the test app's buyer and another seller. Its payment does not exist in Stripe. */
async function dealOf(app: TestApp, seller?: Person): Promise<string> {
  const { ctx, people } = app
  const { id: sellerId } = seller ?? (await buildPerson(ctx, { account: 'seller' }))
  const buyer = seller ? await buildPerson(ctx) : people.buyer
  const carId = await buildCar(ctx, sellerId, { state: 'sold' })
  const purchaseId = await buildPurchase(ctx, buyer.id, carId, { state: 'paid' })
  await buildDeal(ctx, purchaseId)
  return purchaseId
}

/** Removes the unpaid items from the list of the test app's buyer, which has a limit. */
async function emptyPurchaseList({ ctx, people }: TestApp): Promise<void> {
  await ctx.db
    .updateTable('purchases')
    .set({ state: 'removed' })
    .where('buyer_id', '=', people.buyer.id)
    .where('state', '=', 'unpaid')
    .execute()
}

/** Creates a reservation. @returns the ID of its purchase */
async function reservationOf(
  { ctx }: TestApp,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
  intentId?: string,
): Promise<string> {
  const carId = await buildCar(ctx, sellerId, { state: 'reserved' })
  const purchaseId = await buildPurchase(ctx, buyerId, carId)
  const payment = await buildPayment(ctx, purchaseId, {
    is_deposit: 1,
    is_sale: 0,
    amount: 50_000,
    ...(intentId && { intent_id: intentId }),
  })
  const reservedUntil = new Date(ctx.now().getTime() + 86_400_000).toISOString()
  const deposit = { paymentId: payment.id, purchaseId, carId, buyerId, sellerId, amount: 50_000 }
  await insertDeposit(ctx.db, { ...deposit, reservedUntil, listing: {} }, ctx.now())
  return purchaseId
}

const documentFacts = {
  odometer: 38_140,
  odometerUnit: 'mi',
  odometerStatement: 'actual',
  titleHolder: 'Sam Seller',
  titleBrand: 'clean',
  warranty: 'as-is',
} as const

/** Creates a deal of the test app's buyer whose documents can be signed. */
async function documentedDealOf(app: TestApp): Promise<string> {
  const purchaseID = await dealOf(app)
  await insertDocumentDetails(app.ctx.db, purchaseID, {
    revision: 1,
    facts: { titleNumber: '', titleState: '', lienHolder: '', warrantyText: '', ...documentFacts },
    buyerName: 'Bea Buyer',
    sellerName: 'Sam Seller',
    savedAt: app.ctx.now().toISOString(),
  })
  return purchaseID
}

/** Creates a deal of the test app's buyer about a car that they may return. */
async function handedOverDealOf(app: TestApp): Promise<string> {
  const { ctx, people } = app
  const { id: sellerId } = await buildPerson(ctx, { account: 'seller' })
  const carId = await buildCar(ctx, sellerId, { state: 'sold', returns: '3 days' })
  const purchaseId = await buildPurchase(ctx, people.buyer.id, carId, { state: 'paid' })
  await buildDeal(ctx, purchaseId)
  const change = { confirmedAt: ctx.now().toISOString(), confirmedBy: 'buyer' as const }
  await moveDeal(ctx.db, purchaseId, 'confirmReceived', change)
  return purchaseId
}

/** Creates a deal of the test app's seller whose buyer has returned the car, with a payment in the Stripe sandbox. */
async function returnedDealOf(app: TestApp): Promise<string> {
  const { ctx, people } = app
  const carId = await buildCar(ctx, people.seller.id, { state: 'sold' })
  const purchaseId = await buildPurchase(ctx, (await buildPerson(ctx)).id, carId, { state: 'paid' })
  await buildDeal(ctx, purchaseId, { intent_id: await payByCard(app) })
  await moveDeal(ctx.db, purchaseId, 'confirmReceived')
  await moveDeal(ctx.db, purchaseId, 'requestReturn')
  const problem = { side: 'buyer' as const, reason: 'return' as const, text: '' }
  await insertDealProblem(ctx.db, purchaseId, problem, ctx.now())
  return purchaseId
}

/** Creates a month with a payment for a car of the seller, and returns the request for its statement. */
async function statementOf(app: TestApp) {
  const { seller } = app.people
  const purchaseID = await dealOf(app, seller)
  const { ctx } = app
  const now = ctx.now()
  await ctx.db
    .updateTable('deals')
    .set({ charge_id: `ch_${purchaseID}` })
    .where('purchase_id', '=', purchaseID)
    .execute()
  const { paymentId } = (await findDeal(ctx.db, purchaseID))!
  await bookCharge(ctx.db, (await findPayment(ctx.db, paymentId))!, now)
  return { params: { month: now.toISOString().slice(0, 7) }, query: { seller: seller.id } }
}

/** Creates a sale that was paid out, and whose fee was refunded without a reversal. */
async function surplusFeeOf(app: TestApp): Promise<string> {
  const { ctx, people } = app
  const purchaseID = await dealOf(app, people.seller)
  const account = { id: `acct_${newId().replace(/\W/g, '')}`, state: 'active' as const, reasons: [] }
  await savePayoutAccount(ctx.db, people.seller.id, account, ctx.now())
  const time = ctx.now().toISOString()
  const id = newId()
  await insertPayout(ctx.db, {
    id,
    purchase_id: purchaseID,
    seller_id: people.seller.id,
    account_id: account.id,
    paid: 2_490_000,
    fee: 49_800,
    debt: 0,
    amount: 2_440_200,
    state: 'sent',
    failure: null,
    transfer_id: `tr_${id}`,
    attempts: 1,
    refusals: 0,
    next_attempt_at: time,
    created_at: time,
    sent_at: time,
  })
  const deal = (await findDeal(ctx.db, purchaseID))!
  await bookFeeRefund(ctx.db, deal, { reference: id, amount: 49_800 }, ctx.now())
  return purchaseID
}

function documentIn<Request extends { query: object }>(request: Request) {
  return { ...request, query: { ...request.query, document: 'statement' } }
}

const sharedDisputes = new WeakMap<TestApp, Promise<string>>()

/** Returns an open dispute that no request submits. It is created once per app, because that takes long. */
function sharedDisputeOf(app: TestApp): Promise<string> {
  if (!sharedDisputes.has(app)) sharedDisputes.set(app, disputeOf(app))
  return sharedDisputes.get(app)!
}

/** Creates an open dispute of a payment in the Stripe sandbox. */
async function disputeOf(app: TestApp): Promise<string> {
  const { ctx, people } = app
  const carId = await buildCar(ctx, people.seller.id, { state: 'sold' })
  const purchaseId = await buildPurchase(ctx, (await buildPerson(ctx)).id, carId, { state: 'paid' })
  const intentId = await payWithDisputedCard(app)
  await buildDeal(ctx, purchaseId, { intent_id: intentId })
  const id = await findDispute(app, intentId)
  await followDispute(ctx, id)
  return id
}
