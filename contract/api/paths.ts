/**
 * Every endpoint of the API: its name, method, and path below `/api`. The renderer's calls, the server's
 * routes, and the generated tests are based on this table. It does not import zod, to keep the schemas
 * (`endpoints.ts`) out of the renderer's initial load.
 */
export const paths = {
  // Categories and cars
  listCategories: 'GET /category',
  addCategory: 'POST /category',
  updateCategory: 'PUT /category/:name',
  deleteCategory: 'DELETE /category/:name',
  listModels: 'GET /models',
  listAllCars: 'GET /allCars',
  countAllCars: 'GET /allCars/count',
  listCars: 'GET /cars',
  getCarFacets: 'GET /cars/facets',
  exportCars: 'GET /cars/export',
  getCar: 'GET /cars/:id',
  getRelatedCars: 'GET /cars/:id/related',
  getCarPrice: 'GET /cars/:id/price',
  getCarRecalls: 'GET /cars/:id/recalls',
  listCarChanges: 'GET /cars/:id/changes',
  listChangeSets: 'GET /change-sets',
  countChangeSets: 'GET /change-sets/count',
  getChangeSet: 'GET /change-sets/:id',
  listChangedCars: 'GET /change-sets/:id/cars',
  revertChangeSet: 'POST /change-sets/:id/revert',
  addCar: 'POST /cars/add',
  addDraft: 'POST /cars/drafts',
  saveDraft: 'PUT /cars/:id/draft',
  updateCar: 'PUT /cars/:id',
  setCarState: 'PUT /cars/:id/state',
  setCarStates: 'PATCH /cars/state',
  updateCars: 'PATCH /cars',
  deleteCars: 'DELETE /cars',
  deleteAnyCar: 'DELETE /allCars/:id',
  deleteMyCar: 'DELETE /myCars/:id',
  relistCar: 'PUT /cars/:id/relist',
  getNextStockNumber: 'GET /stock-numbers/next',
  featureCar: 'PUT /cars/:id/featured',
  unfeatureCar: 'DELETE /cars/:id/featured',
  decodeVin: 'GET /vin/:vin',
  listImports: 'GET /imports',
  countImports: 'GET /imports/count',
  listPictureHosts: 'GET /picture-hosts',
  setPictureHosts: 'PUT /picture-hosts',
  addImport: 'POST /imports',
  getImport: 'GET /imports/:id',
  deleteImport: 'DELETE /imports/:id',
  setImportColumns: 'PUT /imports/:id/columns',
  setImportValues: 'PUT /imports/:id/values',
  setImportAnswers: 'PUT /imports/:id/answers',
  listImportRows: 'GET /imports/:id/rows',
  applyImport: 'POST /imports/:id/apply',
  getImportRejects: 'GET /imports/:id/rejects',
  findNamedCars: 'POST /photos/cars',
  addPhotos: 'POST /photos',
  listPhotoMatches: 'GET /photo-matches',
  closePhotoMatch: 'PUT /photo-matches/:id/:carID',
  listFeeds: 'GET /feeds',
  addFeed: 'POST /feeds',
  getFeed: 'GET /feeds/:id',
  deleteFeed: 'DELETE /feeds/:id',
  listFeedCars: 'GET /feeds/:id/cars',
  readFeed: 'GET /feed-files/:file',

  // Identity and people
  getToken: 'GET /jwt',
  saveUser: 'POST /user',
  getMe: 'GET /users/me',
  updateMe: 'PUT /users/me',
  refreshEmail: 'PUT /users/me/email',
  deleteMe: 'DELETE /users/me',
  exportMe: 'GET /users/me/export',
  isAdmin: 'GET /users/admin/:email',
  isSeller: 'GET /users/seller/:email',
  listUsers: 'GET /users',
  listBuyers: 'GET /users/buyers',
  listSellers: 'GET /users/sellers',
  countUsers: 'GET /users/count',
  deleteUser: 'DELETE /users/:id',
  verifySeller: 'PUT /users/seller/:id',
  unverifySeller: 'DELETE /users/seller/:id',
  makeAdmin: 'PUT /users/admin/:id',
  revokeAdmin: 'DELETE /users/admin/:id',
  logOut: 'DELETE /session',
  listSessions: 'GET /sessions',
  revokeSession: 'DELETE /sessions/:id',
  revokeSessions: 'DELETE /sessions',

  // Shortlist
  listShortlist: 'GET /shortlist',
  mergeShortlist: 'PUT /shortlist',
  addToShortlist: 'PUT /shortlist/:carID',
  removeFromShortlist: 'DELETE /shortlist/:carID',
  getShortlistEmails: 'GET /shortlist/emails',
  setShortlistEmails: 'PATCH /shortlist/emails',
  listCarsById: 'GET /shortlist/cars',

  // Saved searches
  listSearches: 'GET /searches',
  addSearch: 'POST /searches',
  updateSearch: 'PUT /searches/:id',
  deleteSearch: 'DELETE /searches/:id',
  stopAlerts: 'DELETE /alerts/:token',
  stopAlertsInOneClick: 'POST /alerts/:token',

  // Purchases and money
  addPurchase: 'POST /purchase',
  listPurchases: 'GET /myPurchaseList',
  getPurchase: 'GET /myPurchaseList/:id',
  acceptPrice: 'PUT /myPurchaseList/:id',
  deletePurchase: 'DELETE /myPurchaseList/:id/:carID',
  listSales: 'GET /mySales',
  countSales: 'GET /mySales/count',
  listSalesByMonth: 'GET /sales/months',
  createPaymentIntent: 'POST /create-payment-intent',
  cancelAttempt: 'DELETE /payment-attempts/:id',
  savePayment: 'POST /payments',
  listHolds: 'GET /holds',
  countHolds: 'GET /holds/count',
  endHold: 'DELETE /holds/:id',
  listPayments: 'GET /payments',
  countPayments: 'GET /payments/count',
  refundPayment: 'POST /payments/:id/refund',
  stripeWebhook: 'POST /webhooks/stripe',
  getSellerFees: 'GET /seller-fees',
  saveSellerFees: 'PUT /seller-fees',
  listSellerFeeChanges: 'GET /seller-fees/changes',

  // Deals and payouts
  listDeals: 'GET /deals',
  countDeals: 'GET /deals/count',
  getDeal: 'GET /deals/:purchaseID',
  setHandover: 'PUT /deals/:purchaseID/handover',
  enterHandoverCode: 'POST /deals/:purchaseID/code',
  confirmReceived: 'POST /deals/:purchaseID/received',
  reportDealProblem: 'POST /deals/:purchaseID/problems',
  decideDealProblem: 'PUT /deals/:purchaseID/problems',
  requestReturn: 'POST /deals/:purchaseID/return',
  confirmReturn: 'PUT /deals/:purchaseID/return',
  getDealDocuments: 'GET /deals/:purchaseID/documents',
  setDealDocuments: 'PUT /deals/:purchaseID/documents',
  signDealDocuments: 'POST /deals/:purchaseID/signatures',
  getDealDocumentsFile: 'GET /deals/:purchaseID/documents.pdf',
  addDeposit: 'POST /deposits',
  endReservation: 'DELETE /deposits/:purchaseID',
  recordDealershipPayment: 'POST /deposits/:purchaseID/paid-at-dealership',
  getPayoutAccount: 'GET /payout-account',
  addPayoutLink: 'POST /payout-account/links',
  refreshPayoutAccount: 'POST /payout-account/refresh',
  listPayouts: 'GET /payouts',
  countPayouts: 'GET /payouts/count',
  getStatements: 'GET /statements',
  getStatement: 'GET /statements/:month',
  getStatementPdf: 'GET /statements/:month/pdf',
  getStatementCsv: 'GET /statements/:month/csv',
  getFees: 'GET /fees',
  setFee: 'PUT /fees',
  setSellerFee: 'PUT /fees/:sellerID',
  deleteSellerFee: 'DELETE /fees/:sellerID',
  listDisputes: 'GET /disputes',
  countDisputes: 'GET /disputes/count',
  getDispute: 'GET /disputes/:id',
  updateDispute: 'PUT /disputes/:id',
  submitDispute: 'POST /disputes/:id/submit',
  listLedgerDifferences: 'GET /ledger/differences',
  getLedgerComparison: 'GET /ledger/comparison',

  // Reports and reviews. The product specification requires that a report is deleted through the purchase
  // list's path.
  addReport: 'POST /report',
  listReports: 'GET /reports',
  countReports: 'GET /reports/count',
  listMyReports: 'GET /reports/:email',
  decideReport: 'PUT /reports/:id',
  deleteReport: 'DELETE /myPurchaseList/:id',
  addReview: 'POST /review/add',
  listAllReviews: 'GET /reviews/all',
  getReviewSummary: 'GET /reviews/summary',
  listMyReviews: 'GET /reviews',
  getReview: 'GET /reviews/:id',
  updateReview: 'PUT /reviews/:id',
  deleteReview: 'DELETE /reviews/:id',

  // Everything else
  streamEvents: 'GET /events',
  streamMarket: 'GET /events/market',
  undo: 'POST /undo/:id',
  listMessages: 'GET /messages',
  countUnreadMessages: 'GET /messages/unread',
  readMessage: 'PUT /messages/:id',
  readMessages: 'PUT /messages',
  listAudit: 'GET /audit',
  subscribe: 'POST /newsletter',
  confirmSubscription: 'PUT /newsletter/:token',
  unsubscribe: 'DELETE /newsletter/:token',
  unsubscribeInOneClick: 'POST /newsletter/:token',
  countSubscribers: 'GET /subscribers/count',
  listIssues: 'GET /newsletter-issues',
  countIssues: 'GET /newsletter-issues/count',
  addIssue: 'POST /newsletter-issues',
  previewIssue: 'POST /newsletter-issues/preview',
  testIssue: 'POST /newsletter-issues/test',
  getIssue: 'GET /newsletter-issues/:id',
  updateIssue: 'PUT /newsletter-issues/:id',
  deleteIssue: 'DELETE /newsletter-issues/:id',
  sendIssue: 'POST /newsletter-issues/:id/send',
  stopIssue: 'POST /newsletter-issues/:id/stop',
  uploadImage: 'POST /1/upload',
  getConfig: 'GET /config',
  getOpenApi: 'GET /openapi.json',
  getDocs: 'GET /docs',
  getHealth: 'GET /healthz',
  getReadiness: 'GET /readyz',
  listSetupProblems: 'GET /setup-checks',
  listJobs: 'GET /jobs',
  getMetrics: 'GET /metrics',
} as const

export type EndpointName = keyof typeof paths

export interface MethodAndPath {
  method: string
  path: string
}

export function methodAndPath(name: EndpointName): MethodAndPath {
  const [method, path] = paths[name].split(' ') as [string, string]
  return { method, path }
}

/**
 * Returns an endpoint's path, such as `/api/cars/1`, or its pattern `/api/cars/:id` if there are no params.
 */
export function apiPath(name: EndpointName, params?: Record<string, unknown>): string {
  const path = `/api${methodAndPath(name).path}`
  return params ? fillPath(path, params) : path
}

/** Replaces the `:params` in a path with their percent-encoded values. */
export function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
}
