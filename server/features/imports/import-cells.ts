import { sql } from 'kysely'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { CarImport } from './import.repository.ts'

/**
 * Number of rows whose cells are dropped per transaction, small enough that other writers do not wait long.
 */
const ROWS_PER_PART = 1000

const bytes = sql<number | null>`sum(octet_length(import_rows.cells))`.as('bytes')

/**
 * Checks the quota for rejected rows.
 * @throws ProblemError `quota-exceeded` if the rejected rows of this import and of earlier imports exceed
 * the size quota
 */
export async function assertRejectsQuota(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  job: CarImport,
): Promise<void> {
  const failedRows = await trx
    .selectFrom('import_rows')
    .select(bytes)
    .where('import_id', '=', job.id)
    .where('action', '=', 'error')
    .executeTakeFirst()
  if ((failedRows?.bytes ?? 0) > (await countBytesLeft(trx, config, job)))
    throw createQuotaProblem('rejectBytes', config.quotas)
}

/**
 * Drops the cells of an applied import that are no longer needed: those of all rows that did not fail. If the
 * failed rows exceed the account's quota, the last ones lose their cells, too.
 * @returns true if there may be more cells to drop
 */
export async function dropUnneededCells(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  job: CarImport,
): Promise<boolean> {
  const quotaBytesLeft = await countBytesLeft(trx, config, job)
  const { numAffectedRows } = await sql`update import_rows set cells = '[]'
    where import_id = ${job.id} and place in (
      select place from (
        select place, action, cells,
          sum(case when action = 'error' then octet_length(cells) else 0 end) over (order by place) as so_far
        from import_rows where import_id = ${job.id} and cells <> '[]'
      ) as filled
      where action <> 'error' or so_far > ${quotaBytesLeft}
      order by place desc limit ${sql.lit(ROWS_PER_PART)}
    )`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Returns the number of bytes that the seller's unapplied imports leave of the quota.
 * @param excludedId the ID of an import that does not count
 */
export async function countOpenBytesLeft(
  db: Db,
  { quotas }: Pick<Context['config'], 'quotas'>,
  userId: string,
  excludedId = '',
): Promise<number> {
  const openImports = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.sum<number | null>('row_bytes').as('bytes'))
    .where('user_id', '=', userId)
    .where('state', '<>', 'applied')
    .where('id', '<>', excludedId)
    .executeTakeFirst()
  return Math.max(0, quotas.openRowBytes - (openImports?.bytes ?? 0))
}

/**
 * Returns the number of bytes that the account's other imports leave of the quota. Only failed rows of
 * imports that are being applied or have been applied count.
 */
async function countBytesLeft(
  trx: Db,
  { quotas }: Context['config'],
  { id, userId }: CarImport,
): Promise<number> {
  const otherImports = await trx
    .selectFrom('imports')
    .innerJoin('import_rows', 'import_rows.import_id', 'imports.id')
    .select(bytes)
    .where('imports.user_id', '=', userId)
    .where('imports.id', '<>', id)
    .where('imports.state', 'in', ['applying', 'applied'])
    .where('import_rows.action', '=', 'error')
    .executeTakeFirst()
  return Math.max(0, quotas.rejectBytes - (otherImports?.bytes ?? 0))
}
