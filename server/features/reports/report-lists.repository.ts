import { sql } from 'kysely'
import { reportStates, type ReportSort } from '../../../contract/reports.ts'
import { selectJsonMember } from '../../db/engines/json.ts'
import { castToCents, foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countEach,
  hasWords,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db } from '../../db/tables.ts'
import { toReport, joinReportDetails, type Report } from './report.repository.ts'

export interface ReportFilters {
  /**
   * The reporter whose reports are listed. The search then ignores the price and the seller's email address,
   * because reporters may not see them in every report.
   */
  reporterId?: string | undefined
  sellerId?: string | undefined
  q?: string | undefined
  /**
   * True if the search includes the reporter's name and email address. It must be false for callers who may
   * not see the reporter.
   */
  isReporterShown?: boolean
  state?: Report['state'] | undefined
}

export function listReports(
  { db, search }: ListSources,
  query: ReportFilters & ListPosition<ReportSort>,
): Promise<Page<Report>> {
  const matchingRows = selectMatching(db, query)
  return readPage(
    search,
    { rows: db.selectFrom('reports'), matchingRows, withDetails: joinReportDetails, toItem: toReport },
    orders,
    query,
  )
}

export function countReports(
  { db, search }: ListSources,
  filters: Omit<ReportFilters, 'state'>,
): Promise<Record<Report['state'], number>> {
  return countEach(search, selectMatching(db, filters), sql`reports.state`, reportStates)
}

const carName = selectJsonMember('reports.snapshot', 'carName')
const typedPrice = selectJsonMember('reports.snapshot', 'resellPrice')
const figures = sql`replace(replace(replace(${typedPrice}, '$', ''), ',', ''), ' ', '')`
/** The price in cents, for sorting, or null if the string contains anything besides a price. */
const price = castToCents(figures)

const orders: ListOrders<ReportSort> = {
  keys: {
    car: foldCase(carName),
    price,
    seller: sql`(select email from users where users.id = reports.seller_id)`,
    paid: sql`(select cars.state = 'sold' from cars where cars.id = reports.car_id)`,
    reason: sql`reports.reason`,
    state: sql`reports.state`,
  },
  maybeNull: ['price'],
  moment: 'reports.created_at',
  id: 'reports.id',
}

function selectMatching(db: Db, { reporterId, sellerId, q, state, isReporterShown = false }: ReportFilters) {
  const matchesTerm =
    reporterId === undefined ? (word: SearchTerm) => isOfReport(word, isReporterShown) : isOfOwnReport
  return db
    .selectFrom('reports')
    .where('reports.deleted_at', 'is', null)
    .$if(reporterId !== undefined, (reports) => reports.where('reports.reporter_id', '=', reporterId!))
    .$if(sellerId !== undefined, (reports) => reports.where('reports.seller_id', '=', sellerId!))
    .$if(state !== undefined, (reports) => reports.where('reports.state', '=', state!))
    .where(hasWords(q, matchesTerm))
}

function isOfReport(word: SearchTerm, isReporterShown: boolean) {
  const reporters = sql`select id from users where ${word.isIn(sql`full_name`, sql`email`)}`
  const byReporter = isReporterShown ? sql`reports.reporter_id in (${reporters})` : sql`1 = 0`
  return sql<boolean>`(${isOfOwnReport(word)} or ${word.beginsPrice(typedPrice)} or ${byReporter}
    or reports.seller_id in (select id from users where ${word.isIn(sql`email`)}))`
}

function isOfOwnReport(word: SearchTerm) {
  const searchedColumns = [carName, sql`reports.reason`, sql`reports.note`, sql`reports.outcome`]
  return sql<boolean>`(${word.isIn(...searchedColumns)} or ${word.beginsMoment(sql`reports.created_at`)})`
}
