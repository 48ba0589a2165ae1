import { rm, stat } from 'node:fs/promises'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { CarColumn } from '../../../contract/cars/car-columns.ts'
import { MISSING_SHARE } from '../../../contract/import-limits.ts'
import type { ImportColumn } from '../../../contract/imports.ts'
import { ProblemError, type FieldError } from '../../../contract/api/problems.ts'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import { assertLedgerNotFull } from '../../db/ledger-quota.ts'
import { readQueries } from '../../db/list.ts'
import type { Db } from '../../db/tables.ts'
import { assertNoErrors } from '../../http/validate.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable, type RowEndpoint } from '../../http/row-access.ts'
import { countOpenBytesLeft, assertRejectsQuota } from './import-cells.ts'
import { dropImport } from './drop-imports.ts'
import { keepImportFile, makeImportFolder } from './import-files.ts'
import {
  countPending,
  countRows,
  insertMissingCars,
  selectMissingCount,
  type MissingCount,
} from './import-rows.repository.ts'
import {
  chooseColumns,
  findImport,
  insertImport,
  listSellerImports,
  moveImport,
  rememberHeaders,
  type CarImport,
} from './import.repository.ts'
import { readLastMileageUnit } from './import-values.repository.ts'
import type { ImportFigures } from './import.wire.ts'
import { toPlainName } from './plan/plain-name.ts'
import { createNotReadyProblem, assertReady } from './assert-ready.ts'
import { receiveFile } from './receive-file.ts'
import { getActiveSince } from './active-time.ts'

/** Maximum number of unapplied imports per seller. Adding another one deletes the oldest. */
const MAX_OPEN = 10

export async function addImport({ ctx, actor, req }: Call<'addImport'>): Promise<string> {
  const folder = await makeImportFolder(ctx.config)
  const { path, name } = await receiveFile(req, folder, ctx.config.uploadGraceSeconds)
  await assertRowsQuota(ctx, actor, path)
  const id = newId()
  await keepImportFile(ctx.config, path, id)
  await insertImport(ctx.db, { id, userId: actor.id, fileName: name }, ctx.now())
  await dropOldest(ctx, actor)
  ctx.imports.wake()
  return id
}

/**
 * Checks the quota for rows, and deletes the uploaded file if the quota is exceeded. The rows are assumed to
 * take up as many bytes as the file.
 * @throws ProblemError `quota-exceeded`
 */
async function assertRowsQuota(ctx: Context, actor: Actor, path: string): Promise<void> {
  const { size } = await stat(path)
  if (size <= (await countOpenBytesLeft(ctx.db, ctx.config, actor.id))) return
  await rm(path)
  throw createQuotaProblem('openRowBytes', ctx.config.quotas)
}

/**
 * Deletes an import.
 * @returns the number of deleted imports
 * @throws ProblemError `import-not-ready` once its rows are being imported
 */
export async function discardImport({ ctx, actor, params }: Call<'deleteImport'>): Promise<number> {
  const { state } = await getOwnImport(ctx.db, 'deleteImport', actor, params.id)
  if (!(await moveImport(ctx.db, params.id, ['reading', 'ready', 'failed'], 'failed')))
    throw createNotReadyProblem(state === 'applied' ? state : 'applying')
  await dropImport(ctx, params.id)
  return 1
}

async function dropOldest(ctx: Context, actor: Actor): Promise<void> {
  const openImports = await listSellerImports(ctx.db, actor.id, ['reading', 'ready', 'failed'])
  for (const id of openImports.slice(MAX_OPEN)) await dropImport(ctx, id)
}

/**
 * Returns one of the caller's own imports.
 * @throws ProblemError `not-found`, even if the import belongs to another user
 */
export async function getOwnImport(db: Db, name: RowEndpoint, actor: Actor, id: string): Promise<CarImport> {
  return getReachable(name, actor, await findImport(db, id), ({ userId }) => userId)
}

export async function readFigures(ctx: Context, job: CarImport): Promise<ImportFigures> {
  const rows = await countRows(ctx.db, job.id)
  const missing = job.state === 'ready' ? await countMissing(ctx, job) : { missing: 0, onLot: 0 }
  const lastUnit = await readLastMileageUnit(ctx.db, job.userId)
  return { ...rows, ...missing, lastUnit, secondsLeft: estimateSecondsLeft(job, ctx.now()) }
}

async function countMissing({ db, search }: Context, { id, userId }: CarImport): Promise<MissingCount> {
  const [[count]] = (await readQueries(search, [selectMissingCount(db, id, userId)])) as [[MissingCount]]
  return count
}

/**
 * Estimates the remaining time in seconds from the average speed so far. Returns null if it cannot be
 * estimated.
 */
function estimateSecondsLeft(job: CarImport, now: Date): number | null {
  const { beganAt, done, total } = job
  if (beganAt === null || done === 0) return null
  const seconds = (now.getTime() - getActiveSince(job, now).getTime()) / 1000
  return Math.max(0, Math.ceil((seconds / done) * (total - done)))
}

/** Rereads the spreadsheet with the seller's column choices, and remembers these for future imports. */
export async function setImportColumns({
  ctx,
  actor,
  params,
  body,
}: Call<'setImportColumns'>): Promise<EndpointOutput<'setImportColumns'>> {
  await ctx.db.transaction().execute(async (trx) => {
    const job = await getOwnImport(trx, 'setImportColumns', actor, params.id)
    assertReady(job)
    const chosen = new Map(body.columns.map(({ column, field }) => [column, field]))
    assertNoErrors(findColumnErrors(job, body.columns))
    await chooseColumns(trx, job.id, withChoices(job.columns, chosen))
    const choices = [...chosen].map(
      ([column, field]) => [toPlainName(job.columns[column]!.header), field] as const,
    )
    await rememberHeaders(trx, actor.id, new Map(choices.filter(([header]) => header !== '')), ctx.now())
    await moveImport(trx, job.id, ['ready'], 'reading', { done: 0 })
  })
  ctx.imports.wake()
  return { acknowledged: true, state: 'reading' }
}

type ColumnChoice = Call<'setImportColumns'>['body']['columns'][number]

function findColumnErrors({ columns }: CarImport, chosen: readonly ColumnChoice[]): FieldError[] {
  const errors: FieldError[] = []
  const chosenFields = new Set<CarColumn>()
  for (const [index, { column, field }] of chosen.entries()) {
    if (column >= columns.length)
      errors.push({ path: `columns.${index}.column`, message: 'The file doesn’t have this column.' })
    if (field && chosenFields.has(field))
      errors.push({ path: `columns.${index}.field`, message: 'Choose each field for one column.' })
    if (field) chosenFields.add(field)
  }
  return errors
}

/**
 * Returns the columns with the seller's choices. A field chosen for one column is removed from the others.
 */
function withChoices(
  columns: readonly ImportColumn[],
  chosen: ReadonlyMap<number, CarColumn | null>,
): ImportColumn[] {
  const chosenFields = new Set(chosen.values())
  return columns.map((column) => {
    const field = chosen.get(column.column)
    if (field !== undefined) return { ...column, field, by: 'seller' }
    return column.field !== null && chosenFields.has(column.field)
      ? { ...column, field: null, by: 'seller' }
      : column
  })
}

/** Starts to apply an import. The server then imports the rows even if no client is connected. */
export async function applyImport({
  ctx,
  actor,
  params,
  body,
}: Call<'applyImport'>): Promise<EndpointOutput<'applyImport'>> {
  await assertLedgerNotFull(ctx, actor.id)
  const state = await ctx.db.transaction().execute(async (trx) => {
    const job = await getOwnImport(trx, 'applyImport', actor, params.id)
    if (job.state === 'applying' || job.state === 'applied') return job.state
    assertReady(job)
    await assertRejectsQuota(trx, ctx, job)
    if (body.missing === 'off-lot') {
      await assertConfirmed(trx, job, body.missingCount)
      await insertMissingCars(trx, job.id, actor.id)
    }
    await moveImport(trx, job.id, ['ready'], 'applying', {
      missing: body.missing,
      applying_at: ctx.now().toISOString(),
      done: 0,
      total: await countPending(trx, job.id),
    })
    return 'applying' as const
  })
  ctx.imports.wake()
  return { acknowledged: true, state }
}

/**
 * Checks that the seller has confirmed the number of missing cars if it is large. Otherwise, a truncated
 * spreadsheet could empty the lot.
 * @throws ProblemError `missing-count`
 */
async function assertConfirmed(db: Db, job: CarImport, confirmed: number | undefined): Promise<void> {
  const { missing, onLot } = await selectMissingCount(db, job.id, job.userId).executeTakeFirstOrThrow()
  if (missing > onLot * MISSING_SHARE && confirmed !== missing)
    throw new ProblemError('missing-count', { facts: { missing, onLot } })
}
