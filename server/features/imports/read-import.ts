import { existsSync } from 'node:fs'
import type { Context } from '../../context.ts'
import type { CarColumn } from '../../../contract/car-columns.ts'
import type { Db } from '../../db/tables.ts'
import { readOwnCars } from '../cars/export-cars.ts'
import { listMakeNames } from '../categories/former-makes.repository.ts'
import { RefusedFile } from './files/refused-file.ts'
import { importFile } from './import-files.ts'
import { deleteRows, insertRows } from './import-rows.repository.ts'
import { moveImport, noteColumns, noteRead, readHeaders, type CarImport } from './import.repository.ts'
import { otherMakeNames } from './plan/make-names.ts'
import type { PlannedRow } from './plan/planned.ts'
import { startPlanProcess, type PlanAnswer, type PlanProcess } from './plan/plan-process.ts'
import type { Makes } from './plan/read-cell.ts'

/** So many cars and rows are handed over at a time: nobody else waits for long. */
const AT_A_TIME = 100

const CAN_T_BE_READ = 'This file can’t be read. Save it as CSV, and choose that.'
const GONE = 'This file isn’t here anymore. Choose it again.'
const NO_NUMBER = 'No column holds the VIN or the stock number. Choose one that does.'

/** Finds out what would become of each row, from the beginning: what a server that ended has read is read again. */
export async function readImport(ctx: Context, job: CarImport, signal: AbortSignal): Promise<void> {
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
    if (signal.aborted) throw error
    if (!(error instanceof RefusedFile))
      ctx.log.warn({ err: error, import: job.id }, 'a file could not be read')
    const message = error instanceof RefusedFile ? error.message : CAN_T_BE_READ
    await moveImport(ctx.db, job.id, ['reading'], 'failed', { message })
  } finally {
    signal.removeEventListener('abort', end)
    process.end()
  }
}

async function read(ctx: Context, job: CarImport, process: PlanProcess): Promise<void> {
  for await (const cars of readOwnCars(ctx.db, job.userId, AT_A_TIME)) await process.ask({ cars })
  const { columns, rowCount } = await process.ask<Extract<PlanAnswer, { rowCount: number }>>({
    read: {
      file: importFile(ctx.config, job.id),
      chosen: chosenOf(job),
      remembered: await readHeaders(ctx.db, job.userId),
      makes: await readMakes(ctx.db),
      now: ctx.now().getTime(),
    },
  })
  await ctx.db.transaction().execute(async (trx) => {
    await deleteRows(trx, job.id)
    await noteColumns(trx, job.id, { columns, total: rowCount })
  })
  await readRows(ctx, job, process)
  const isNamed = columns.some(({ field }) => field === 'id' || field === 'vin' || field === 'stockNo')
  const message = isNamed ? null : NO_NUMBER
  await moveImport(ctx.db, job.id, ['reading'], 'ready', { message })
}

async function readRows({ db }: Context, { id }: CarImport, process: PlanProcess): Promise<void> {
  for (let done = 0; ;) {
    const { rows, values } = await process.ask<Extract<PlanAnswer, { rows: PlannedRow[] }>>({
      plan: AT_A_TIME,
    })
    if (rows.length === 0) return
    const placed = rows.map((row, at) => ({ ...row, place: done + at + 1 }))
    done += rows.length
    const isThere = await db.transaction().execute(async (trx) => {
      if (!(await noteRead(trx, id, { done, values }))) return false
      await insertRows(trx, id, placed)
      return true
    })
    if (!isThere) return
  }
}

/** What the seller has chosen for this file itself. */
function chosenOf({ columns }: CarImport): Record<number, CarColumn | null> {
  const own = columns.filter(({ by }) => by === 'seller')
  return Object.fromEntries(own.map(({ column, field }) => [column, field]))
}

async function readMakes(db: Db): Promise<Makes> {
  const names = await listMakeNames(db)
  const makes = Object.fromEntries(names.map(({ name, make }) => [plain(name), make]))
  const others = Object.entries(otherMakeNames).flatMap(([name, make]) => {
    const known = makes[plain(make)]
    return known === undefined ? [] : [[name, known] as const]
  })
  return { ...Object.fromEntries(others), ...makes }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
