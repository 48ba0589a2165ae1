import { sql, type SelectQueryBuilder } from 'kysely'
import { holdStates, type HoldSort, type HoldState } from '../../../contract/holds.ts'
import { holdStateLabels } from '../../../contract/list-labels.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countEach,
  hasWords,
  buildLabelRank,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { LIVE_STATES } from '../../sale/records/attempt.repository.ts'

/** A hold: a car that is reserved for a buyer who is paying for it. */
export interface Hold {
  id: string
  carId: string
  carName: string
  buyerName: string
  buyerEmail: string
  isBuyerEmailVerified: boolean
  /** In cents. */
  amount: number
  since: string
  until: string
  state: HoldState
}

interface HoldFilters {
  q?: string | undefined
  state?: HoldState | undefined
}

export function listHolds(
  { db, search }: ListSources,
  query: HoldFilters & ListPosition<HoldSort>,
  now: Date,
): Promise<Page<Hold>> {
  const state = stateAt(now)
  const list = {
    rows: db.selectFrom('attempts'),
    matchingRows: selectMatching(db, query, state),
    withDetails: (attempts: Attempts) => withDetails(attempts, state),
    toItem: toHold,
  }
  return readPage(search, list, ordersBy(state), query)
}

export function countHolds(
  { db, search }: ListSources,
  { q }: Pick<HoldFilters, 'q'>,
  now: Date,
): Promise<Record<HoldState, number>> {
  const state = stateAt(now)
  return countEach(search, selectMatching(db, { q }, state), state, holdStates)
}

type Attempts = SelectQueryBuilder<Tables, 'attempts', object>
type State = ReturnType<typeof stateAt>

const carName = sql`(select car_name from purchases where purchases.id = attempts.purchase_id)`
const buyerName = sql`(select full_name from users where users.id = attempts.buyer_id)`
const buyerEmail = sql`(select email from users where users.id = attempts.buyer_id)`

/**
 * Returns the SQL expression for a hold's state. The time is a literal: Postgres treats two occurrences of
 * the same expression with different parameters as different expressions.
 */
function stateAt(now: Date) {
  return sql<HoldState>`case when attempts.held_until <= ${sql.lit(now.toISOString())} then 'over'
    when attempts.state = 'opening' then 'starting' else 'held' end`
}

function ordersBy(state: State): ListOrders<HoldSort> {
  return {
    keys: {
      car: foldCase(carName),
      buyer: foldCase(buyerName),
      proof: sql`(select email_verified from users where users.id = attempts.buyer_id)`,
      until: sql`attempts.held_until`,
      state: buildLabelRank(state, holdStateLabels),
    },
    moment: 'attempts.created_at',
    id: 'attempts.id',
  }
}

function selectMatching(db: Db, { q, state }: HoldFilters, stateNow: State): Attempts {
  return db
    .selectFrom('attempts')
    .where('attempts.state', 'in', LIVE_STATES)
    .$if(state !== undefined, (attempts) => attempts.where(sql<boolean>`${stateNow} = ${state}`))
    .where(hasWords(q, (word) => isOfHold(word, stateNow)))
}

function isOfHold(word: SearchTerm, state: State) {
  return sql<boolean>`(${word.isIn(carName, buyerName, buyerEmail)} or ${word.isShownFor(state, holdStateLabels)}
    or ${word.beginsAmount(sql`attempts.amount`)} or ${word.beginsMoment(sql`attempts.created_at`)})`
}

function withDetails(attempts: Attempts, state: State) {
  return attempts
    .innerJoin('purchases', 'purchases.id', 'attempts.purchase_id')
    .innerJoin('users as buyer', 'buyer.id', 'attempts.buyer_id')
    .selectAll('attempts')
    .select(['purchases.car_name', 'buyer.full_name', 'buyer.email', 'buyer.email_verified'])
    .select(state.as('hold_state'))
}

type DetailedRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

function toHold(row: DetailedRow): Hold {
  return {
    id: row.id,
    carId: row.car_id,
    carName: row.car_name,
    buyerName: row.full_name,
    buyerEmail: row.email,
    isBuyerEmailVerified: row.email_verified === 1,
    amount: row.amount,
    since: row.created_at,
    until: row.held_until,
    state: row.hold_state,
  }
}
