import { existsSync } from 'node:fs'
import { appendFile, rm, stat } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { createQuotaProblem, type QuotaName } from '../../../contract/api/quotas.ts'
import type { CarColumn } from '../../../contract/cars/car-columns.ts'
import type { Db } from '../../db/tables.ts'
import { readOwnCars } from '../cars/own-cars.repository.ts'
import { listMakeNames } from '../categories/former-makes.repository.ts'
import { indexMakes, type MakesByKey } from '../../../contract/cars/make-names.ts'
import { InvalidFileError } from './files/invalid-file.ts'
import { importFile, readingMark } from './import-files.ts'
import { countOpenBytesLeft } from './import-cells.ts'
import { deleteRows, insertNamedCars, insertRows } from './import-rows.repository.ts'
import {
  moveImport,
  recordColumns,
  recordRead,
  recordRowBytes,
  readHeaders,
  type CarImport,
} from './import.repository.ts'
import { listChosenValues } from './import-values.repository.ts'
import { listPictureHosts } from './photo-hosts.repository.ts'
import { toOwnCar, type PlannedRow } from './plan/planned-row.ts'
import type { PlanResponse } from './plan/plan-messages.ts'
import { PlanFailed, PlanTooSlow, type PlanProcess, type StartReader } from './plan/plan-process.ts'

/** Number of cars or rows per batch, small enough that other requests don't wait long. */
const BATCH_SIZE = 100

/**
 * Maximum number of attempts that end with the server being killed. After that, the spreadsheet is assumed to
 * be the cause.
 */
const MAX_ATTEMPTS = 2

const FILE_MISSING = 'This file is no longer here. Upload it again.'
const NO_IDENTIFIER = 'No column has a VIN or stock number. Choose one that does.'
const REMEDY = 'Save it as CSV, split it into smaller files, and upload those.'

/**
 * Messages that explain why a spreadsheet was not read. They include the file name, since they may be shown
 * outside the list of imports.
 */
const reasons = {
  killed: ({ fileName }: CarImport) => `We couldn’t read “${fileName}”. ${REMEDY}`,
  slow: ({ fileName }: CarImport) => `Reading “${fileName}” takes too long. ${REMEDY}`,
}

/**
 * Plans the outcome of each row. If the server stops during this, the spreadsheet is reread from the
 * beginning, up to `MAX_ATTEMPTS` times.
 */
export async function readImport(
  ctx: Context,
  job: CarImport,
  signal: AbortSignal,
  startReader: StartReader,
): Promise<undefined> {
  const file = importFile(ctx.config, job.id)
  const fail = (message: string) =>
    moveImport(ctx.db, job.id, ['reading'], 'failed', { message, row_bytes: 0 })
  if (!existsSync(file)) return void (await fail(FILE_MISSING))
  const mark = readingMark(file)
  const process = (await countAttempt(mark)) > MAX_ATTEMPTS ? null : startReader()
  const end = () => process?.end()
  signal.addEventListener('abort', end)
  try {
    if (process === null) await fail(reasons.killed(job))
    else await readSpreadsheet(ctx, job, process)
  } catch (error) {
    if (signal.aborted || !isFileError(error)) throw error
    if (!(error instanceof InvalidFileError))
      ctx.log.warn({ err: error, import: job.id }, 'a file could not be read')
    await deleteRows(ctx.db, job.id)
    await fail(chooseFailureMessage(error, job))
  } finally {
    signal.removeEventListener('abort', end)
    end()
    await rm(mark, { force: true })
  }
}

/**
 * Records another attempt.
 * @returns the number of attempts, including this one
 */
async function countAttempt(mark: string): Promise<number> {
  await appendFile(mark, '.')
  return (await stat(mark)).size
}

type FileError = InvalidFileError | PlanTooSlow | PlanFailed

function isFileError(error: unknown): error is FileError {
  return error instanceof InvalidFileError || error instanceof PlanTooSlow || error instanceof PlanFailed
}

function chooseFailureMessage(error: FileError, job: CarImport): string {
  if (error instanceof InvalidFileError) return error.message
  return error instanceof PlanTooSlow ? reasons.slow(job) : reasons.killed(job)
}

async function readSpreadsheet(ctx: Context, job: CarImport, process: PlanProcess): Promise<void> {
  for await (const cars of readOwnCars(ctx.db, job.userId, BATCH_SIZE))
    await process.ask({ cars: cars.map(toOwnCar) })
  const { columns, rowCount, note } = await process.ask<Extract<PlanResponse, { rowCount: number }>>({
    read: {
      file: importFile(ctx.config, job.id),
      chosen: readChosenFields(job),
      remembered: await readHeaders(ctx.db, job.userId),
      makes: await readMakes(ctx.db),
      values: await listChosenValues(ctx.db, job.userId),
      pictureHosts: new Set(await listPictureHosts(ctx.db, job.userId)),
      encoding: job.encoding,
      sold: job.sold,
      mileageUnit: job.mileageUnit,
      now: ctx.now().getTime(),
    },
  })
  await deleteRows(ctx.db, job.id)
  await recordColumns(ctx.db, job.id, { columns, total: rowCount, note })
  const importFacts = await readRows(ctx, job, process)
  const hasIdentifier = columns.some(({ field }) => field === 'id' || field === 'vin' || field === 'stockNo')
  const message = hasIdentifier ? null : NO_IDENTIFIER
  await moveImport(ctx.db, job.id, ['reading'], 'ready', { message, ...importFacts })
}

/** Facts about a whole spreadsheet, which are known once all rows are planned. */
type ImportFacts = Pick<CarImport, 'values' | 'pictureHosts' | 'questions'>

async function readRows(
  { db, config }: Context,
  { id, userId }: CarImport,
  process: PlanProcess,
): Promise<ImportFacts> {
  const bytesLeft = await countOpenBytesLeft(db, config, userId, id)
  for (let done = 0, bytes = 0; ;) {
    const { rows, ...importFacts } = await process.ask<Extract<PlanResponse, { rows: PlannedRow[] }>>({
      plan: BATCH_SIZE,
    })
    if (rows.length === 0) return importFacts
    const numberedRows = rows.map((row, index) => ({ ...row, place: done + index + 1 }))
    done += rows.length
    const bytesBefore = bytes
    const isStillReading = await db.transaction().execute(async (trx) => {
      if (!(await recordRead(trx, id, done))) return false
      bytes = bytesBefore + (await insertRows(trx, id, numberedRows))
      await recordRowBytes(trx, id, bytes)
      await insertNamedCars(trx, id, [...new Set(rows.flatMap(({ namedCarIds }) => namedCarIds))])
      return true
    })
    if (!isStillReading) return importFacts
    if (bytes > config.quotas.fileRowBytes) throw invalidFile('fileRowBytes', config)
    if (bytes > bytesLeft) throw invalidFile('openRowBytes', config)
  }
}

function invalidFile(quota: QuotaName, { quotas }: Pick<Context['config'], 'quotas'>): InvalidFileError {
  return new InvalidFileError(createQuotaProblem(quota, quotas).message)
}

/** Returns the seller's field choices for this spreadsheet by column index. */
function readChosenFields({ columns }: CarImport): Record<number, CarColumn | null> {
  const sellerChoices = columns.filter(({ by }) => by === 'seller')
  return Object.fromEntries(sellerChoices.map(({ column, field }) => [column, field]))
}

export async function readMakes(db: Db): Promise<MakesByKey> {
  return indexMakes(await listMakeNames(db))
}
