import { sql } from 'kysely'
import { setStatuses, type ChangeSetSort, type SetStatus } from '../../../contract/cars/car-changes.ts'
import { changeKindLabels } from '../../../contract/cars/change-labels.ts'
import { foldCase } from '../../db/engines/texts.ts'
import { readCursor, toPage, type Page } from '../../db/page.ts'
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
import { nameInSql } from '../cars/car.row.ts'
import { effectiveReverts, toSet, joinSetDetails, type ChangeSet } from './change.repository.ts'
import { IRREVERSIBLE_KINDS, getOldestRevertible } from './revertible.ts'

interface SetFilters {
  /**
   * The user whose change sets are listed, or undefined for all users. A caller who may list change sets may
   * also revert them.
   */
  actorId: string | undefined
  now: Date
  q?: string | undefined
  status?: SetStatus | undefined
}

/**
 * Lists change sets.
 * @throws ProblemError 400 for `cursor` if no list returned it
 */
export async function listSets(
  { db, search }: ListSources,
  { sort = 'newest', offset, from, limit, cursor, ...filters }: SetFilters & ListPosition<ChangeSetSort>,
): Promise<Page<ChangeSet>> {
  const matchingRows = selectMatching(db, filters)
  if (sort === 'newest' && offset === undefined && from === undefined) {
    const after = readCursor(cursor)
    const rows = await joinSetDetails(matchingRows)
      .$if(after !== null, (all) => all.where('change_sets.id', '<', Number(after![0])))
      .orderBy('change_sets.id', 'desc')
      .limit(limit + 1)
      .execute()
    const { total } = await matchingRows
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return toPage(rows, limit, total, ({ id }) => [id, ''], toSet)
  }
  // The IDs of change sets are positive numbers, so `0` matches none.
  const startId = from !== undefined && !/^\d{1,15}$/.test(from) ? '0' : from
  return readPage(
    search,
    { rows: db.selectFrom('change_sets'), matchingRows, withDetails: joinSetDetails, toItem: toSet },
    ordersAt(filters.now),
    { sort, offset, from: startId, limit, cursor },
  )
}

export function countSets(
  { db, search }: ListSources,
  filters: Omit<SetFilters, 'status'>,
): Promise<Record<SetStatus, number>> {
  return countEach(search, selectMatching(db, filters), statusAt(filters.now), setStatuses)
}

const kindLabel = sql`(case change_sets.kind ${sql.join(
  Object.entries(changeKindLabels).map(([kind, word]) => sql`when ${sql.lit(kind)} then ${sql.lit(word)}`),
  sql` `,
)} end)`
const firstCar = sql`(select car from car_changes where ${sql.ref('car_changes.set')} = change_sets.id order by car limit 1)`
const carName = sql`coalesce((select ${nameInSql} from cars where cars.id = ${firstCar}), '')`
const actorName = sql`coalesce((select full_name from users where users.id = change_sets.actor), '')`

/**
 * Returns the SQL expression for the status. It contains only literals, because a `group by` clause cannot
 * match expressions with parameters.
 */
function statusAt(now: Date) {
  const oldest = sql.lit(getOldestRevertible(now).toISOString())
  const reverted = sql`(select coalesce(sum(count), 0) from ${effectiveReverts})`
  return sql`(case
    when ${reverted} >= change_sets.count then 'reverted'
    when change_sets.actor is not null and change_sets.at > ${oldest}
      and change_sets.kind not in (${sql.join(IRREVERSIBLE_KINDS.map((kind) => sql.lit(kind)))})
      then case when ${reverted} > 0 then 'partly' else 'open' end
    when change_sets.at < ${oldest} then 'old'
    else 'final' end)`
}

function ordersAt(now: Date): ListOrders<ChangeSetSort> {
  return {
    keys: { what: kindLabel, cars: foldCase(carName), by: foldCase(actorName), status: statusAt(now) },
    moment: 'change_sets.id',
    id: 'change_sets.id',
  }
}

function selectMatching(db: Db, { actorId, now, q, status }: SetFilters) {
  return db
    .selectFrom('change_sets')
    .$if(actorId !== undefined, (sets) => sets.where('change_sets.actor', '=', actorId!))
    .$if(status !== undefined, (sets) => sets.where(sql<boolean>`${statusAt(now)} = ${status}`))
    .where(hasWords(q, isOfSet))
}

function isOfSet(word: SearchTerm) {
  return sql<boolean>`(${word.isIn(kindLabel, carName, actorName)} or ${word.beginsMoment(sql`change_sets.at`)})`
}
