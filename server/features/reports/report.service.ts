import { pages } from '../../../contract/pages.ts'
import type { EndpointOutput, HandlerInput } from '../../../contract/api/endpoints.ts'
import { parsePrice, getPublicPrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Page } from '../../db/page.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, canTrade } from '../../actor.ts'
import { getReachable } from '../../http/row-access.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { hideAgain } from '../cars/car.repository.ts'
import { takeDownCar } from '../cars/take-down-car.ts'
import { notify } from '../../core/messages/notify.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'

import { findNamedId } from '../../core/users/user.repository.ts'
import {
  findReport,
  findReportedItem,
  softDeleteReport,
  insertReport,
  setDecision,
  type Report,
  type ReportedItem,
} from './report.repository.ts'
import { countReports, listReports, type ReportFilters } from './report-lists.repository.ts'

export function addReport(
  ctx: Context,
  actor: Actor,
  { itemId, ...details }: { itemId: string } & Pick<Report, 'reason' | 'note'>,
): Promise<EndpointOutput<'addReport'>> {
  return ctx.db.transaction().execute(async (trx) => {
    const item = await getReportedItem(trx, itemId, actor.id)
    const insertedId = await insertReport(trx, actor.id, item, details, ctx.now())
    return { acknowledged: true, insertedId }
  })
}

async function getReportedItem(db: Db, id: string, reporterId: string): Promise<ReportedItem> {
  const item = await findReportedItem(db, id, reporterId)
  if (!item) throw new ProblemError('not-found')
  return item
}

/**
 * Lists all reports for an admin. A seller gets the reports on their own cars, without the reporters'
 * identities.
 */
export async function listReportsFor(
  ctx: Context,
  actor: Actor,
  { seller, ...filters }: HandlerInput<'listReports'>['query'],
): Promise<Page<Report>> {
  const readable = await readableBy(ctx, actor, seller)
  if (!readable) return noReports
  const page = await listReports(ctx, { ...filters, ...readable })
  return { ...page, items: page.items.map(actor.isAdmin ? withoutPurchase : removeReporter) }
}

export async function countReportsFor(
  ctx: Context,
  actor: Actor,
  { seller, q }: HandlerInput<'countReports'>['query'],
): Promise<EndpointOutput<'countReports'>> {
  const readable = await readableBy(ctx, actor, seller)
  return readable ? countReports(ctx, { q, ...readable }) : { open: 0, upheld: 0, dismissed: 0 }
}

/**
 * Returns filters for the reports that the caller may read, or null if the caller may read none.
 * @param seller email address of the seller whose cars were reported
 */
async function readableBy(
  ctx: Context,
  actor: Actor,
  seller: string | undefined,
): Promise<Pick<ReportFilters, 'sellerId' | 'isReporterShown'> | null> {
  const ownId = actor.isAdmin ? undefined : actor.id
  const sellerId = seller === undefined ? ownId : await findNamedId(ctx.db, actor, seller)
  if (seller !== undefined && (!sellerId || (ownId && ownId !== sellerId))) return null
  return { sellerId, isReporterShown: actor.isAdmin }
}

const noReports: Page<Report> = { items: [], next: null, total: 0 }

/** Lists the caller's own reports. Admins may pass another user's email address. */
export async function listReportsBy(
  ctx: Context,
  actor: Actor,
  email: string,
  query: HandlerInput<'listMyReports'>['query'],
): Promise<Page<Report>> {
  const reporterId = await findNamedId(ctx.db, actor, email)
  if (!reporterId) return noReports
  const page = await listReports(ctx, { ...query, reporterId })
  return actor.isAdmin
    ? page
    : { ...page, items: page.items.map((report) => toReporterView(report, ctx.config)) }
}

/**
 * Returns a report as its reporter sees it. The price and the seller's email address follow the same rules as
 * for buyers.
 */
function toReporterView({ item, ...report }: Report, config: Config): Report {
  const priceText = getPublicPrice(item.priceText, parsePrice(item.priceText))
  const isShown = canTrade(config, { isEmailVerified: item.isSellerEmailVerified })
  return { ...report, item: { ...item, priceText, sellerEmail: isShown ? item.sellerEmail : '' } }
}

function withoutPurchase(report: Report): Report {
  return { ...report, unpaidPurchaseId: null }
}

/**
 * Removes everything that identifies the reporter. That includes a purchase's ID, because sellers can see who
 * made each purchase of their cars.
 */
function removeReporter(report: Report): Report {
  return {
    ...withoutPurchase(report),
    item: { ...report.item, id: report.item.carId },
    reporterEmail: '',
    reporterName: '',
  }
}

const decisionPhrases = {
  open: 'was reopened',
  upheld: 'was upheld',
  dismissed: 'was dismissed',
}

export async function decideReport(
  ctx: Context,
  actor: Actor,
  id: string,
  body: HandlerInput<'decideReport'>['body'],
): Promise<EndpointOutput<'decideReport'>> {
  if (!body.takeDown) return decideOne(ctx, actor, id, body)
  const { carId } = await getReport(ctx.db, id)
  let result: EndpointOutput<'decideReport'> = { acknowledged: true, modifiedCount: 0 }
  const { undoId } = await takeDownCar(ctx, actor, carId, {
    reason: body.note,
    alongside: async (trx) => {
      result = await decide(trx, ctx, actor, id, body)
    },
  })
  return { ...result, undoId }
}

/** Records a decision without a takedown, even if the seller has since deleted the car. */
function decideOne(
  ctx: Context,
  actor: Actor,
  id: string,
  body: HandlerInput<'decideReport'>['body'],
): Promise<EndpointOutput<'decideReport'>> {
  const author = { actorId: actor.id, now: ctx.now() }
  return ctx.db
    .transaction()
    .execute((trx) => setChangeAuthor(trx, author, () => decide(trx, ctx, actor, id, body)))
}

async function decide(
  trx: Db,
  ctx: Context,
  actor: Actor,
  id: string,
  { state, note, takeDown }: HandlerInput<'decideReport'>['body'],
): Promise<EndpointOutput<'decideReport'>> {
  const now = ctx.now()
  const report = await getReport(trx, id)
  if (state === 'upheld') await hideAgain(trx, [report.carId], actor.id, now)
  if (!(await setDecision(trx, id, { state, outcome: note }))) return { acknowledged: true, modifiedCount: 0 }
  const detail = note ? `${state}: ${note}` : state
  await insertAuditEntry(
    trx,
    actor,
    { action: 'decide-report', target: id, subject: report.carName, detail },
    now,
  )
  const subject = `Your report on ${report.carName} ${decisionPhrases[state]}`
  const body = [`${subject}${takeDown ? ', and the listing was taken down' : ''}.`, note]
    .filter(Boolean)
    .join('\n\n')
  const message = { kind: 'report-decided' as const, subject, body, link: pages.myReports.path }
  await notify(trx, ctx, { userId: report.reporterId, ...message })
  return { acknowledged: true, modifiedCount: 1 }
}

async function getReport(db: Db, id: string) {
  const report = await findReport(db, id)
  if (!report || report.isDeleted) throw new ProblemError('not-found')
  return report
}

export function deleteReport(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<EndpointOutput<'deleteReport'>> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const report = getReachable(
      'deleteReport',
      actor,
      await findReport(trx, id),
      ({ reporterId }) => reporterId,
    )
    await endOthersUndos(trx, actor.id, id)
    if (!(await softDeleteReport(trx, id, now))) return { acknowledged: true, deletedCount: 0 }
    if (report.reporterId !== actor.id)
      await insertAuditEntry(
        trx,
        actor,
        { action: 'delete-report', target: id, subject: report.carName },
        now,
      )
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'report', row: { id } }, now)
    return { acknowledged: true, deletedCount: 1, undoId }
  })
}
