import { sql } from 'kysely'
import { quotaExceeded } from '../../../contract/api/quotas.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { CarImport } from './import.repository.ts'

/**
 * Number of rows whose cells are dropped per transaction. It is small, so that other writers do not wait
 * long.
 */
const ROWS_AT_ONCE = 1000

const bytes = sql<number | null>`sum(octet_length(import_rows.cells))`.as('bytes')

/**
 * Checks the quota for rejected rows.
 * @throws ProblemError `quota-exceeded` if the failed rows of this and the applied imports have too many
 * bytes
 */
export async function assertRejectsQuota(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  job: CarImport,
): Promise<void> {
  const own = await trx
    .selectFrom('import_rows')
    .select(bytes)
    .where('import_id', '=', job.id)
    .where('action', '=', 'error')
    .executeTakeFirst()
  if ((own?.bytes ?? 0) > (await bytesLeft(trx, config, job)))
    throw quotaExceeded('rejectBytes', config.quotas)
}

/**
 * Drops the cells that an applied import no longer needs. These are the cells of all rows that did not fail.
 * If failed rows exceed the account's quota, the last ones lose their cells, too.
 * @returns true if there may be more
 */
export async function dropUnneededCells(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  job: CarImport,
): Promise<boolean> {
  const left = await bytesLeft(trx, config, job)
  const { numAffectedRows } = await sql`update import_rows set cells = '[]'
    where import_id = ${job.id} and place in (
      select place from (
        select place, action, cells,
          sum(case when action = 'error' then octet_length(cells) else 0 end) over (order by place) as so_far
        from import_rows where import_id = ${job.id} and cells <> '[]'
      ) as filled
      where action <> 'error' or so_far > ${left}
      order by place desc limit ${sql.lit(ROWS_AT_ONCE)}
    )`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Returns the bytes of the quota that remain after the rows of the seller's unapplied imports.
 * @param except an import that does not count
 */
export async function countOpenBytesLeft(
  db: Db,
  { quotas }: Pick<Context['config'], 'quotas'>,
  userId: string,
  except = '',
): Promise<number> {
  const open = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.sum<number | null>('row_bytes').as('bytes'))
    .where('user_id', '=', userId)
    .where('state', '<>', 'applied')
    .where('id', '<>', except)
    .executeTakeFirst()
  return Math.max(0, quotas.openRowBytes - (open?.bytes ?? 0))
}

/**
 * Returns the bytes of the quota that remain after the failed rows of the account's other imports that are
 * being or have been applied.
 */
async function bytesLeft(trx: Db, { quotas }: Context['config'], { id, userId }: CarImport): Promise<number> {
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
