import { existsSync } from 'node:fs'
import type { Context } from '../../context.ts'
import type { CarColumn } from '../../../contract/car-columns.ts'
import type { Db } from '../../db/tables.ts'
import { readOwnCars } from '../cars/own-cars.repository.ts'
import { listMakeNames } from '../categories/former-makes.repository.ts'
import { indexMakes, type MakesByKey } from '../categories/make-names.ts'
import { RefusedFile } from './files/refused-file.ts'
import { importFile } from './import-files.ts'
import { deleteRows, insertNamedCars, insertRows } from './import-rows.repository.ts'
import { moveImport, noteColumns, noteRead, readHeaders, type CarImport } from './import.repository.ts'
import { listChosenValues } from './import-values.repository.ts'
import { listPictureHosts } from './picture-hosts.repository.ts'
import { toOwnCar, type PlannedRow } from './plan/planned.ts'
import { PlanFailed, startPlanProcess, type PlanAnswer, type PlanProcess } from './plan/plan-process.ts'

/** So many cars and rows are handed over at a time: nobody else waits for long. */
const AT_A_TIME = 100

const CAN_T_BE_READ = 'We couldn’t read this file. Save it as CSV and upload that.'
const GONE = 'This file is no longer here. Upload it again.'
const NO_NUMBER = 'No column has a VIN or stock number. Choose one that does.'

/** Finds out what would become of each row, from the beginning: what a server that ended has read is read again. */
export async function readImport(ctx: Context, job: CarImport, signal: AbortSignal): Promise<undefined> {
  if (!existsSync(importFile(ctx.config, job.id))) {
    await moveImport(ctx.db, job.id, ['reading'], 'failed', { message: GONE })
    return
  }
  const process = startPlanProcess()
  const end = () => process.end()
  signal.addEventListener('abort', end)
  try {
    await read(ctx, job, process)
  } catch (error) {
    const message = whyUnreadable(error)
    if (signal.aborted || message === null) throw error
    if (message === CAN_T_BE_READ) ctx.log.warn({ err: error, import: job.id }, 'a file could not be read')
    await moveImport(ctx.db, job.id, ['reading'], 'failed', { message })
  } finally {
    signal.removeEventListener('abort', end)
    process.end()
  }
}

/** Null where the fault is not the file's. */
function whyUnreadable(error: unknown): string | null {
  if (error instanceof RefusedFile) return error.message
  return error instanceof PlanFailed ? CAN_T_BE_READ : null
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

/** Each make by all of its names, those it once had too. */
export async function readMakes(db: Db): Promise<MakesByKey> {
  return indexMakes(await listMakeNames(db))
}
