import { existsSync } from 'node:fs'
import { appendFile, rm, stat } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { quotaExceeded, type QuotaName } from '../../../contract/api/quotas.ts'
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
import { listPictureHosts } from './picture-hosts.repository.ts'
import { toOwnCar, type PlannedRow } from './plan/planned.ts'
import type { PlanResponse } from './plan/plan-messages.ts'
import { PlanFailed, PlanTooSlow, type PlanProcess, type StartReader } from './plan/plan-process.ts'

/** Number of cars or rows per batch, small enough that other requests don't wait long. */
const AT_A_TIME = 100

/**
 * Maximum number of attempts to read a spreadsheet that end with the server being killed. After that, the
 * spreadsheet is assumed to be the cause.
 */
const MAX_ATTEMPTS = 2

const GONE = 'This file is no longer here. Upload it again.'
const NO_NUMBER = 'No column has a VIN or stock number. Choose one that does.'
const WAY_OUT = 'Save it as CSV, split it into smaller files, and upload those.'

/**
 * Messages that explain why a spreadsheet was not read. They include the file name, because they may be
 * displayed outside the list of imports.
 */
const reasons = {
  killed: ({ fileName }: CarImport) => `We couldn’t read “${fileName}”. ${WAY_OUT}`,
  slow: ({ fileName }: CarImport) => `Reading “${fileName}” takes too long. ${WAY_OUT}`,
}

/**
 * Plans the outcome of each row, starting from the beginning. If the server stops during this, the
 * spreadsheet is read again. The number of attempts is limited, because the spreadsheet itself may have
 * caused the crash.
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
  if (!existsSync(file)) return void (await fail(GONE))
  const mark = readingMark(file)
  const process = (await countAttempt(mark)) > MAX_ATTEMPTS ? null : startReader()
  const end = () => process?.end()
  signal.addEventListener('abort', end)
  try {
    if (process === null) await fail(reasons.killed(job))
    else await read(ctx, job, process)
  } catch (error) {
    if (signal.aborted || !isOfFile(error)) throw error
    if (!(error instanceof InvalidFileError))
      ctx.log.warn({ err: error, import: job.id }, 'a file could not be read')
    await deleteRows(ctx.db, job.id)
    await fail(reasonFor(error, job))
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

function isOfFile(error: unknown): error is FileError {
  return error instanceof InvalidFileError || error instanceof PlanTooSlow || error instanceof PlanFailed
}

function reasonFor(error: FileError, job: CarImport): string {
  if (error instanceof InvalidFileError) return error.message
  return error instanceof PlanTooSlow ? reasons.slow(job) : reasons.killed(job)
}

async function read(ctx: Context, job: CarImport, process: PlanProcess): Promise<void> {
  for await (const cars of readOwnCars(ctx.db, job.userId, AT_A_TIME))
    await process.ask({ cars: cars.map(toOwnCar) })
  const { columns, rowCount, note } = await process.ask<Extract<PlanResponse, { rowCount: number }>>({
    read: {
      file: importFile(ctx.config, job.id),
      chosen: chosenOf(job),
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
  const isNamed = columns.some(({ field }) => field === 'id' || field === 'vin' || field === 'stockNo')
  const message = isNamed ? null : NO_NUMBER
  await moveImport(ctx.db, job.id, ['reading'], 'ready', { message, ...importFacts })
}

/** Facts about a whole spreadsheet. They are known once all rows are planned. */
type ImportFacts = Pick<CarImport, 'values' | 'pictureHosts' | 'questions'>

async function readRows(
  { db, config }: Context,
  { id, userId }: CarImport,
  process: PlanProcess,
): Promise<ImportFacts> {
  const left = await countOpenBytesLeft(db, config, userId, id)
  for (let done = 0, bytes = 0; ;) {
    const { rows, ...importFacts } = await process.ask<Extract<PlanResponse, { rows: PlannedRow[] }>>({
      plan: AT_A_TIME,
    })
    if (rows.length === 0) return importFacts
    const numberedRows = rows.map((row, at) => ({ ...row, place: done + at + 1 }))
    done += rows.length
    const read = bytes
    const isThere = await db.transaction().execute(async (trx) => {
      if (!(await recordRead(trx, id, done))) return false
      bytes = read + (await insertRows(trx, id, numberedRows))
      await recordRowBytes(trx, id, bytes)
      await insertNamedCars(trx, id, [...new Set(rows.flatMap(({ named }) => named))])
      return true
    })
    if (!isThere) return importFacts
    if (bytes > config.quotas.fileRowBytes) throw invalidFile('fileRowBytes', config)
    if (bytes > left) throw invalidFile('openRowBytes', config)
  }
}

function invalidFile(quota: QuotaName, { quotas }: Pick<Context['config'], 'quotas'>): InvalidFileError {
  return new InvalidFileError(quotaExceeded(quota, quotas).message)
}

/** Returns the seller's field choices for the columns of this spreadsheet, by column index. */
function chosenOf({ columns }: CarImport): Record<number, CarColumn | null> {
  const own = columns.filter(({ by }) => by === 'seller')
  return Object.fromEntries(own.map(({ column, field }) => [column, field]))
}

/** Reads all makes, indexed by their current and former names. */
export async function readMakes(db: Db): Promise<MakesByKey> {
  return indexMakes(await listMakeNames(db))
}
