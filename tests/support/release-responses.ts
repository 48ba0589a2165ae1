import { MAX_CARS_BY_ID } from '../../contract/shortlist-limits.ts'
import { paths, type EndpointName } from '../../contract/api/paths.ts'
import type { Db } from '../../server/db/tables.ts'
import { call, type ApiRequest } from './api-client.ts'
import type { TestServer } from './server.ts'

/** A call that reads data. */
export interface Question {
  name: EndpointName
  params?: Record<string, string>
  query?: Record<string, string>
  /** ID of the calling user, or null for a visitor who is not signed in. */
  as: string | null
}

export interface RecordedResponse {
  status: number
  /** Body of a success, or code of a problem. */
  body: unknown
}

export type RecordedCall = Question & RecordedResponse

const LIMIT = { limit: '200' }

/** Endpoints that read a list or a singleton object. */
const plain: readonly EndpointName[] = [
  'listCategories',
  'listAllCars',
  'countAllCars',
  'listCars',
  'getCarFacets',
  'listChangeSets',
  'countChangeSets',
  'getNextStockNumber',
  'listImports',
  'countImports',
  'listPictureHosts',
  'listFeeds',
  'listSearches',
  'getMe',
  'exportMe',
  'listUsers',
  'listBuyers',
  'listSellers',
  'countUsers',
  'listSessions',
  'listShortlist',
  'getShortlistEmails',
  'listSales',
  'countSales',
  'listSalesByMonth',
  'listHolds',
  'countHolds',
  'listPayments',
  'countPayments',
  'listDeals',
  'countDeals',
  'getPayoutAccount',
  'listPayouts',
  'countPayouts',
  'getStatements',
  'getFees',
  'getSellerFees',
  'listSellerFeeChanges',
  'listDisputes',
  'countDisputes',
  'listLedgerDifferences',
  'getLedgerComparison',
  'listReports',
  'countReports',
  'listPhotoMatches',
  'listAllReviews',
  'getReviewSummary',
  'listMessages',
  'countUnreadMessages',
  'listAudit',
  'countSubscribers',
  'listIssues',
  'countIssues',
]

/** Endpoints that take a make's name. */
const byMake: readonly EndpointName[] = ['listModels']

/** Endpoints that take the caller's email address. */
const byEmail: readonly EndpointName[] = [
  'isAdmin',
  'isSeller',
  'listPurchases',
  'listMyReviews',
  'listMyReports',
]

/** Endpoints that take IDs of cars. */
const byCarIds: readonly EndpointName[] = ['listCarsById']

/** Endpoints that take a row ID, by the row's table. */
const byId = {
  cars: ['getCar', 'getRelatedCars', 'getCarPrice', 'getCarRecalls', 'listCarChanges'],
  change_sets: ['getChangeSet', 'listChangedCars'],
  imports: ['getImport', 'listImportRows'],
  feeds: ['getFeed', 'listFeedCars'],
  disputes: ['getDispute'],
  purchases: ['getPurchase', 'getDeal', 'getDealDocuments'],
  reviews: ['getReview'],
  newsletter_issues: ['getIssue'],
} as const satisfies Record<string, readonly EndpointName[]>

/**
 * Read endpoints that are not called. Their responses do not come from the database, or they are exports to
 * which columns may be added.
 */
const notCalled: readonly EndpointName[] = [
  'exportCars',
  'getStatement',
  'getStatementPdf',
  'getStatementCsv',
  'getDealDocumentsFile',
  'decodeVin',
  'getImportRejects',
  'readFeed',
  'getToken',
  'streamEvents',
  'streamMarket',
  'getConfig',
  'getOpenApi',
  'getDocs',
  'getHealth',
  'getReadiness',
  'listSetupProblems',
  'listJobs',
  'getMetrics',
]

/** Lists the read endpoints that are missing from all of the lists above. */
export function listMissingEndpoints(): EndpointName[] {
  const coveredEndpoints = new Set<EndpointName>([
    ...plain,
    ...byMake,
    ...byEmail,
    ...byCarIds,
    ...Object.values(byId).flat(),
    ...notCalled,
  ])
  return (Object.keys(paths) as EndpointName[]).filter(
    (name) => paths[name].startsWith('GET ') && !coveredEndpoints.has(name),
  )
}

/**
 * Lists all calls whose responses a fixture contains: each list and each row, for each user and for a
 * visitor.
 */
export async function listQuestions(db: Db, userIds: readonly string[]): Promise<Question[]> {
  const users = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute()
  const everybody = [null, ...userIds]
  const questions: Question[] = []
  const addForEveryone = (question: Omit<Question, 'as'>) =>
    questions.push(...everybody.map((as) => ({ ...question, as })))
  for (const name of plain) addForEveryone({ name, query: LIMIT })
  for (const name of byMake) addForEveryone({ name, query: { category_name: 'Audi' } })
  for (const name of byEmail)
    for (const { id, email } of users)
      questions.push({ name, params: { email }, query: { email, ...LIMIT }, as: id })
  const cars = await db.selectFrom('cars').select('id').orderBy('id').limit(MAX_CARS_BY_ID).execute()
  for (const name of byCarIds) addForEveryone({ name, query: { ids: cars.map(({ id }) => id).join(',') } })
  for (const [table, names] of Object.entries(byId)) {
    const rows = await db
      .selectFrom(table as keyof typeof byId)
      .select('id')
      .orderBy('id')
      .execute()
    for (const name of names) for (const { id } of rows) addForEveryone({ name, params: { id: String(id) } })
  }
  return questions
}

/** Returns a token for each signed-in user, by user ID. */
export async function signTokens({ ctx }: Pick<TestServer, 'ctx'>): Promise<Map<string, string>> {
  const now = ctx.now()
  const sessions = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.expires_at', 'users.uid'])
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.deleted_at', 'is', null)
    .orderBy('sessions.id')
    .execute()
  const tokens = new Map<string, string>()
  for (const { id, user_id, expires_at, uid } of sessions) {
    const token = { uid, sessionId: id, expiresAt: new Date(expires_at) }
    tokens.set(user_id, await ctx.tokens.sign(token, now))
  }
  return tokens
}

export async function makeCall(
  { url }: TestServer,
  tokens: ReadonlyMap<string, string>,
  { name, params, query, as }: Question,
): Promise<RecordedResponse> {
  const token = as === null ? undefined : tokens.get(as)
  if (as !== null && token === undefined) throw new Error(`The user ${as} is not signed in.`)
  const request: ApiRequest = { token, ...(params && { params }), ...(query && { query }) }
  const { status, body } = await call<unknown>(url, name, request)
  return { status, body: status < 400 ? body : { code: (body as { code?: unknown }).code } }
}

/**
 * Drops repeated errors: of several equal errors for a user, only the first remains. Errors are about access
 * rather than data.
 */
export function dropRepeatedRejections(responses: readonly RecordedCall[]): RecordedCall[] {
  const seenErrors = new Set<string>()
  return responses.filter(({ name, as, status, body }) => {
    if (status < 400) return true
    const key = JSON.stringify([name, as, body])
    if (seenErrors.has(key)) return false
    seenErrors.add(key)
    return true
  })
}
