import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import type { CarColumn } from '../../../contract/car-columns.ts'
import type { Db } from '../../db/tables.ts'
import { readOwnCars } from '../cars/own-cars.repository.ts'
import { listMakeNames } from '../categories/former-makes.repository.ts'
import { RefusedFile } from './files/refused-file.ts'
import { importFile, readingMark } from './import-files.ts'
import { deleteRows, insertNamedCars, insertRows } from './import-rows.repository.ts'
import {
  moveImport,
  noteColumns,
  noteRead,
  noteSlow,
  readHeaders,
  type CarImport,
  type Lane,
} from './import.repository.ts'
import { listChosenValues } from './import-values.repository.ts'
import { listPictureHosts } from './picture-hosts.repository.ts'
import { otherMakeNames } from './plan/make-names.ts'
import { plainName } from './plan/plain-name.ts'
import { toOwnCar, type PlannedRow } from './plan/planned.ts'
import {
  FILE_MS,
  PlanFailed,
  PlanTooSlow,
  startPlanProcess,
  type PlanAnswer,
  type PlanProcess,
} from './plan/plan-process.ts'
import type { Makes } from './plan/read-cell.ts'

/** So many cars and rows are handed over at a time: nobody else waits for long. */
const AT_A_TIME = 100

/** Time for which one file may keep other sellers' files waiting. */
const TURN_MS = 10_000

const GONE = 'This file is no longer here. Upload it again.'
const NO_NUMBER = 'No column has a VIN or stock number. Choose one that does.'
const WAY_OUT = 'Save it as CSV, split it into smaller files, and upload those.'

/** Explains why a file was not read. Its name is part of the message, which may be read apart from the list. */
const reasons = {
  killed: ({ fileName }: CarImport) => `We couldn’t read “${fileName}”. ${WAY_OUT}`,
  slow: ({ fileName }: CarImport) => `Reading “${fileName}” takes too long. ${WAY_OUT}`,
}

/** Reads a file in its turn. One that takes longer than a turn goes on in the lane for slow files. */
export async function readImport(
  ctx: Context,
  job: CarImport,
  signal: AbortSignal,
): Promise<Lane | undefined> {
  if (await readWithin(ctx, job, signal, TURN_MS)) return undefined
  await noteSlow(ctx.db, job.id, ctx.now())
  return 'reading-slowly'
}

export async function readSlowImport(ctx: Context, job: CarImport, signal: AbortSignal): Promise<undefined> {
  if (await readWithin(ctx, job, signal, FILE_MS)) return
  await moveImport(ctx.db, job.id, ['reading'], 'failed', { message: reasons.slow(job) })
}

/**
 * Finds out what would become of each row, from the beginning: what a server that ended has read is read again, unless
 * the reader was killed, too.
 * @returns false if it took longer
 */
async function readWithin(ctx: Context, job: CarImport, signal: AbortSignal, ms: number): Promise<boolean> {
  const file = importFile(ctx.config, job.id)
  const mark = readingMark(file)
  const message = !existsSync(file) ? GONE : existsSync(mark) ? reasons.killed(job) : null
  if (message !== null) {
    await moveImport(ctx.db, job.id, ['reading'], 'failed', { message })
    await rm(mark, { force: true })
    return true
  }
  await writeFile(mark, '')
  const process = startPlanProcess(ms)
  const end = () => process.end()
  signal.addEventListener('abort', end)
  try {
    await read(ctx, job, process)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof PlanTooSlow) return false
    if (error instanceof PlanFailed) ctx.log.warn({ err: error, import: job.id }, 'a file could not be read')
    else if (!(error instanceof RefusedFile)) throw error
    const refusal = error instanceof RefusedFile ? error.message : reasons.killed(job)
    await moveImport(ctx.db, job.id, ['reading'], 'failed', { message: refusal })
  } finally {
    signal.removeEventListener('abort', end)
    process.end()
    await rm(mark, { force: true })
  }
  return true
}

async function read(ctx: Context, job: CarImport, process: PlanProcess): Promise<void> {
  for await (const cars of readOwnCars(ctx.db, job.userId, AT_A_TIME))
    await process.ask({ cars: cars.map(toOwnCar) })
  const { columns, rowCount, note } = await process.ask<Extract<PlanAnswer, { rowCount: number }>>({
    read: {
      file: importFile(ctx.config, job.id),
      chosen: chosenOf(job),
      remembered: await readHeaders(ctx.db, job.userId),
      makes: await readMakes(ctx.db),
      values: await listChosenValues(ctx.db, job.userId),
      pictureHosts: new Set(await listPictureHosts(ctx.db, job.userId)),
      now: ctx.now().getTime(),
    },
  })
  await deleteRows(ctx.db, job.id)
  await noteColumns(ctx.db, job.id, { columns, total: rowCount, note })
  const told = await readRows(ctx, job, process)
  const isNamed = columns.some(({ field }) => field === 'id' || field === 'vin' || field === 'stockNo')
  const message = isNamed ? null : NO_NUMBER
  await moveImport(ctx.db, job.id, ['reading'], 'ready', { message, ...told })
}

/** What is told of a file once all rows are planned. */
type Told = Pick<CarImport, 'values' | 'pictureHosts'>

async function readRows({ db }: Context, { id }: CarImport, process: PlanProcess): Promise<Told> {
  for (let done = 0; ;) {
    const { rows, ...told } = await process.ask<Extract<PlanAnswer, { rows: PlannedRow[] }>>({
      plan: AT_A_TIME,
    })
    if (rows.length === 0) return told
    const placed = rows.map((row, at) => ({ ...row, place: done + at + 1 }))
    done += rows.length
    const isThere = await db.transaction().execute(async (trx) => {
      if (!(await noteRead(trx, id, done))) return false
      await insertRows(trx, id, placed)
      await insertNamedCars(trx, id, [...new Set(rows.flatMap(({ named }) => named))])
      return true
    })
    if (!isThere) return told
  }
}

/** What the seller has chosen for this file itself. */
function chosenOf({ columns }: CarImport): Record<number, CarColumn | null> {
  const own = columns.filter(({ by }) => by === 'seller')
  return Object.fromEntries(own.map(({ column, field }) => [column, field]))
}

/** Each make by all of its names, in lowercase letters and digits. */
export async function readMakes(db: Db): Promise<Makes> {
  const names = await listMakeNames(db)
  const makes = new Map(names.map(({ name, make }) => [plainName(name), make]))
  const others = Object.entries(otherMakeNames).flatMap(([name, make]) => {
    const known = makes.get(plainName(make))
    return known === undefined ? [] : [[name, known] as const]
  })
  return new Map([...others, ...makes])
}
